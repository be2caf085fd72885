// SPDX-License-Identifier: Apache-2.0

/**
 * Groups the web app's modules into files. Each file costs a visitor about a kilobyte of headers and a place in the
 * queue, so modules that always load together share one. All others are split by route. A group also includes what its
 * modules import. One wrong module can thus load a whole group for everybody who imports it; `keepApart` then fails the
 * build.
 */
import type { Plugin } from 'vite';

const library = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);
const own = (...modules: string[]) =>
  new RegExp(`[\\\\/](${modules.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`);
/** The light copies of contract modules (light-contract.ts). */
const light = (...modules: string[]) =>
  new RegExp(`[\\\\/]contract[\\\\/](${modules.join('|')})\\.ts\\?light$`);
const matchAny = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

export const chunkGroups = [
  {
    name: 'framework',
    test: matchAny(
      library('react', 'react-dom', 'react-router', 'scheduler'),
      own('web/build/route-modules', 'web/lib/(connection|load-part)'),
      /^\0vite[\\/]preload-helper/,
    ),
  },
  {
    // For visitors and players.
    name: 'base',
    test: matchAny(
      light('coins', 'settings'),
      own(
        'contract/card-pictures',
        'web/app/(backdrop|connection-bar|error-screen|load-failure|end-early-script|page-meta)',
        'web/app/routes/not-found',
        'web/app/shell/(footer|maintenance-bar|sandbox-ribbon|visitor-header)',
        'web/features/(challenges/attempt-summary|shop/card-picture)',
        'web/lib/(coin-price|format|player-path|public-data|server-time|use-now)',
        'web/ui/(avatar|card|choices|coins|icon|in-dollars|page|panels|part|player-name|skeleton|status|toast)',
        'web/ui/icons/(arrow-(left|right)|check|chevron-[a-z-]+|share-2)',
      ),
    ),
  },
  {
    // Parts of the product on the landing page, also used by players' pages.
    name: 'challenge',
    test: matchAny(
      light('landing'),
      own('web/app/landing/(prizes|use-landing)', 'web/features/challenges/challenge-(art|card|scene|type)'),
    ),
  },
  { name: 'landing', test: own('web/app/landing/(open-challenges|welcome-coins|welcome-frame)') },
  { name: 'entry', test: own('web/app/(entry-frame|provider-buttons)') },
  {
    // How results are decided: used by the page about it and by receipts.
    name: 'proof',
    test: own(
      'contract/(challenge-rules|games/rules|verdict[a-z-]*)',
      'web/app/home/decision-steps',
      'web/features/challenges/(trial-match|verdict-trial)',
    ),
  },
  { name: 'zod', test: matchAny(library('zod'), own('web/build/zod')) },
  {
    // The frame of every signed-in screen, and what most of these screens show.
    name: 'player',
    test: matchAny(
      light('accounts', 'challenges', 'notifications', 'shop'),
      own(
        'web/app/shell/header',
        'web/features/challenges/getting-ready',
        'web/features/shop/api',
        'web/lib/(use-action|when-idle)',
        'web/ui/failure-toast',
      ),
    ),
  },
];

const visitorScreens =
  'root|shell/public-shell|routes/(sign-in|sign-up|referral|proof|challenges|leaderboard|shared-receipt|blogs|blog-article|not-found)';
const limits = [
  { screens: own(`web/app/(${visitorScreens})`), without: library('zod', '@base-ui', '@tanstack', 'sonner') },
  // Schemas load with forms. Dialogs and toasts load when the first one opens.
  {
    screens: own('web/app/(shell/shell|routes/(home|products))'),
    without: library('zod', '@base-ui', 'sonner'),
  },
  {
    screens: own('web/app/(shell|routes)/[\\w.-]+'),
    without: library('@tanstack/(react-)?table(-core)?', 'react-hook-form', '@hookform'),
  },
];

/** Fails the build if a screen loads a library that its audience shouldn't get, directly or through other files. */
export function keepApart(): Plugin {
  return {
    name: 'keep-apart',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const getModules = (file: string, seen = new Set<string>()): string[] => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk') return [];
        seen.add(file);
        return [...chunk.moduleIds, ...chunk.imports.flatMap((next) => getModules(next, seen))];
      };
      for (const chunk of Object.values(bundle)) {
        const screen = chunk.type === 'chunk' && chunk.facadeModuleId?.replace(/\?.*$/, '');
        if (!screen) continue;
        const modules = getModules(chunk.fileName);
        for (const limit of limits) {
          const stray = limit.screens.test(screen) && modules.find((module) => limit.without.test(module));
          if (stray) this.error(`${screen} loads ${stray}: see web/build/chunks.ts`);
        }
      }
    },
  };
}
