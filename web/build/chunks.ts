// SPDX-License-Identifier: Apache-2.0

/**
 * Which modules of the web app share a file. Each file costs a visitor about a kilobyte of headers and a place in the queue,
 * so modules that are always loaded together share one; the rest is split by route. A group also pulls in what its modules
 * import, and one module too many loads the whole group for everybody who imports that module: `keepApart` then fails the
 * build.
 */
import type { Plugin } from 'vite';

const library = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);
const own = (...modules: string[]) =>
  new RegExp(`[\\\\/](${modules.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`);
/** Of modules of the contract, what light-contract.ts leaves. */
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
    // What visitors need, and players too.
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
    // What the landing page shows of the product, and players' pages too.
    name: 'challenge',
    test: matchAny(
      light('landing'),
      own('web/app/landing/(prizes|use-landing)', 'web/features/challenges/challenge-(art|card|scene|type)'),
    ),
  },
  { name: 'landing', test: own('web/app/landing/(open-challenges|welcome-coins|welcome-frame)') },
  { name: 'entry', test: own('web/app/(entry-frame|provider-buttons)') },
  {
    // How a result is decided: the page about it, and receipts.
    name: 'proof',
    test: own(
      'contract/(challenge-rules|games/judges|verdict[a-z-]*)',
      'web/app/home/decision-steps',
      'web/features/challenges/(trial-match|verdict-trial)',
    ),
  },
  { name: 'zod', test: matchAny(library('zod'), own('web/build/zod')) },
  {
    // What surrounds every screen behind sign-in, and much of what most of them show.
    name: 'player',
    test: matchAny(
      light('accounts', 'challenges', 'notifications', 'shop'),
      own(
        'web/app/shell/header',
        'web/features/challenges/(challenge-watch|getting-ready)',
        'web/features/shop/(api|purchase-watch)',
        'web/lib/(live|use-action|when-idle)',
        'web/ui/failure-toast',
      ),
    ),
  },
];

const visitorScreens =
  'root|shell/public-shell|routes/(sign-in|sign-up|referral|proof|challenges|leaderboard|shared-receipt|blogs|blog-article|not-found)';
const limits = [
  { screens: own(`web/app/(${visitorScreens})`), without: library('zod', '@base-ui', '@tanstack', 'sonner') },
  // Schemas are for forms, and dialogs and toasts load with the first that opens.
  {
    screens: own('web/app/(shell/shell|routes/(home|products))'),
    without: library('zod', '@base-ui', 'sonner'),
  },
  {
    screens: own('web/app/(shell|routes)/[\\w.-]+'),
    without: library('@tanstack/(react-)?table(-core)?', 'react-hook-form', '@hookform'),
  },
];

/** Fails the build when a screen loads, directly or through other files, a library that is not meant for its audience. */
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
