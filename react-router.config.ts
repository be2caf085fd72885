import type { Config } from '@react-router/dev/config';
import { writeInlineScriptHashes } from './scripts/web-csp.ts';
import { loadScriptsAfterPaint } from './scripts/web-late-scripts.ts';
import { reportOwnFailures } from './scripts/web-own-failures.ts';
import { precompress } from './scripts/web-precompress.ts';
import { addressesOfPages, patternsOf, writeRoutes } from './scripts/web-routes.ts';
import { publicPages } from './web/app/public-pages.ts';
import routes from './web/app/routes.ts';

const patterns = patternsOf(routes);
const addresses = addressesOfPages(patterns, publicPages);

export default {
  appDirectory: 'web/app',
  buildDirectory: 'build',
  ssr: false,
  /** Every screen, as it is while its data is under way; public ones are complete. */
  prerender: addresses,
  async buildEnd({ reactRouterConfig }) {
    const pages = `${reactRouterConfig.buildDirectory}/client`;
    reportOwnFailures(pages);
    loadScriptsAfterPaint(pages, addresses);
    writeInlineScriptHashes(pages);
    writeRoutes(pages, patterns, publicPages);
    precompress(pages);
  },
} satisfies Config;
