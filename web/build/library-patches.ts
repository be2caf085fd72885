// SPDX-License-Identifier: Apache-2.0

/**
 * Patches libraries that do something this app can't allow and have no setting against it. Each patch uses a bundler
 * hook, and fails the build if the library's code has changed. Then review the new version and update the patch.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const moduleBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const inUnixForm = (path: string) => path.replaceAll('\\', '/');

interface Replacement {
  /** The module to replace: how its path ends, and how its neighbours import it. */
  module: string;
  importedAs: string;
  /** The hash of the whole module, as last reviewed. */
  sha256: string;
  by: string;
}

/** Replaces a library's module with one of ours. */
export function replaceModule({ module, importedAs, sha256, by }: Replacement): Plugin {
  let isDone = false;
  return {
    name: `replace-${importedAs}`,
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async resolveId(source, importer, options) {
      if (source !== importedAs) return;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || !inUnixForm(found.id).endsWith(module)) return;
      const print = createHash('sha256').update(readFileSync(found.id)).digest('hex');
      if (print !== sha256) this.error(`${module} has changed: see whether ${by} still does what it must`);
      isDone = true;
      return by;
    },
    generateBundle() {
      if (!isDone) this.error(`${module} was not found: see whether ${by} is still needed`);
    },
  };
}

/** Fails the build if a library's module is missing, or still contains the unwanted text. */
export function leaveOut(module: string, text: string): Plugin {
  return {
    name: `leave-out-${text}`,
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const rendered = Object.values(bundle)
        .flatMap((chunk) => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
        .filter(([id]) => inUnixForm(id).endsWith(module));
      if (rendered.length === 0) this.error(`${module} was not found`);
      if (rendered.some(([, { code }]) => code?.includes(text))) this.error(`${module} still has ${text}`);
    },
  };
}

/** Fails the build when nothing imports `module`. */
export function demand(module: string): Plugin {
  return {
    name: `demand-${module}`,
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? chunk.moduleIds : [],
      );
      if (!modules.some((id) => inUnixForm(id).endsWith(module))) this.error(`Nothing imports ${module}`);
    },
  };
}

/** zod reads its settings when the first schema is created, so importing it must also apply our settings. */
export const aliases = [{ find: /^zod$/, replacement: moduleBeside('zod.ts') }];

/**
 * Functions whose calls the bundler may drop if the result is unused. sonner's would add a <style> element, which the
 * policy forbids; web/ui/toaster.tsx imports the same styles as a file.
 */
export const pureFunctions = ['__insertCSS'];

export const libraryPatches: Plugin[] = [
  replaceModule({
    module: '/react-router/dist/production/lib/dom/ssr/routeModules.js',
    importedAs: './routeModules.js',
    sha256: '45f3a613573facb68627108934dc0d7dab433f1f4e999328df8eabda1a591412',
    by: moduleBeside('route-modules.ts'),
  }),
  leaveOut('/sonner/dist/index.mjs', '__insertCSS'),
  demand('/web/build/zod.ts'),
];
