// SPDX-License-Identifier: Apache-2.0

import type { Config } from '@react-router/dev/config';
import { publicPages } from './web/app/public-pages.ts';
import routes from './web/app/routes.ts';
import { writeInlineScriptHashes } from './web/build/csp.ts';
import { loadScriptsAfterPaint } from './web/build/late-scripts.ts';
import { lightenManifest } from './web/build/light-manifest.ts';
import { reportOwnFailures } from './web/build/own-failures.ts';
import { addressesOfPages, getPatterns, writeRoutes } from './web/build/page-routes.ts';
import { demandDistinctStyles, limitPageWeights } from './web/build/page-weights.ts';
import { precompress } from './web/build/precompress.ts';
import { buildServiceWorker } from './web/build/service-worker.ts';

const patterns = getPatterns(routes);
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
    lightenManifest(pages);
    loadScriptsAfterPaint(pages, addresses);
    writeInlineScriptHashes(pages);
    writeRoutes(pages, patterns, publicPages);
    await buildServiceWorker(pages);
    await precompress(pages);
    limitPageWeights(pages);
    demandDistinctStyles(pages);
  },
} satisfies Config;
