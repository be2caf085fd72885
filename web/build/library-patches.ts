import type { Plugin } from 'vite';

/** Changes one place in a library; the build fails when that place is no longer there. */
function patch(name: string, file: RegExp, place: RegExp, replacement: string): Plugin {
  let isDone = false;
  return {
    name: `patch-${name}`,
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!file.test(id.replaceAll('\\', '/'))) return;
      const patched = code.replace(place, replacement);
      isDone ||= patched !== code;
      return patched;
    },
    generateBundle() {
      if (!isDone) this.error(`The place that the patch "${name}" changes was not found: look again`);
    },
  };
}

export const libraryPatches: Plugin[] = [
  // The policy forbids <style> elements: web/ui/toast.tsx imports the same styles as a file.
  patch('sonner-styles', /\/sonner\/dist\/index\.mjs$/, /^__insertCSS\(".*"\);$/m, ''),
  // Waits without end for a part that does not arrive, and reloads without end while one stays missing, though the
  // server is away and nothing but the browser's own error page would come. web/lib/load-part.ts knows better.
  patch(
    'router-reload',
    /\/react-router\/dist\/.*\/routeModules\.m?js$/,
    /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
    'throw error;',
  ),
  patch(
    'router-load',
    /\/react-router\/dist\/.*\/routeModules\.m?js$/,
    /await import\(([^)]*route\.module\s*)\)/,
    'await window.loadPart(() => import($1))',
  ),
  // The policy forbids code made of text; zod would try it and the browser report it.
  patch('zod-eval', /\/zod\/v4\/core\/util\.js$/, /if \(globalConfig\.jitless\)/, 'if (true)'),
];
