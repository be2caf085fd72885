import type { Config } from '@react-router/dev/config';
import { writeInlineScriptHashes } from './scripts/web-csp.ts';
import { loadScriptsAfterPaint } from './scripts/web-late-scripts.ts';
import { reportOwnFailures } from './scripts/web-own-failures.ts';
import { precompress } from './scripts/web-precompress.ts';
import { writePreloads } from './scripts/web-preloads.ts';
import { writeRoutePatterns } from './scripts/web-routes.ts';
import { prerenderedPaths } from './web/app/public-pages.ts';

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  /** What visitors see before they sign in. Every other address is answered with the fallback page. */
  prerender: [...prerenderedPaths],
  async buildEnd({ reactRouterConfig }) {
    const pages = `${reactRouterConfig.buildDirectory}/client`;
    writePreloads(pages);
    reportOwnFailures(pages);
    loadScriptsAfterPaint(pages, prerenderedPaths);
    writeInlineScriptHashes(pages);
    writeRoutePatterns(pages, reactRouterConfig.routes, prerenderedPaths);
    precompress(pages);
  },
} satisfies Config;
