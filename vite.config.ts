// SPDX-License-Identifier: Apache-2.0

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkGroups, keepApart } from './web/build/chunks.ts';
import { iconNotice } from './web/build/icon-notice.ts';
import { aliases, libraryPatches, pureFunctions } from './web/build/library-patches.ts';
import { lightContract } from './web/build/light-contract.ts';
import { compressEarly } from './web/build/precompress.ts';
import { supportedBrowsers } from './web/supported-browsers.ts';

/** In the names of the compiler. */
const oldestTargets = Object.entries(supportedBrowsers).map(
  ([browser, version]) => browser.replace('safari_ios', 'ios') + version,
);

const notices = 'third-party-notices.txt';

export default defineConfig({
  publicDir: 'web/public',
  resolve: { alias: aliases },
  define: { __BRAND_NAME__: JSON.stringify(process.env.BRAND_NAME || 'FinalRing') },
  // `npm run dev`: pages come from here with every change, all else from the server behind (scripts/dev.ts).
  server: {
    strictPort: true,
    ...(process.env.DEV_SERVER && {
      proxy: Object.fromEntries(
        ['/api', '/media', '/docs', '/healthz', '/readyz', '/metrics'].map((path) => [
          path,
          process.env.DEV_SERVER as string,
        ]),
      ),
    }),
  },
  // All that pages import is known from the start: a package that is found later makes every open page reload.
  optimizeDeps: { entries: ['web/{app,features}/**/*.tsx', '!**/*.test.*'] },
  // Inlined assets would need `data:` in the Content-Security-Policy.
  build: { sourcemap: false, assetsInlineLimit: 0, target: oldestTargets, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        // What browsers are sent of others' work, with the licences that ask to be sent along.
        license: { fileName: notices },
        rolldownOptions: {
          output: { codeSplitting: { groups: chunkGroups } },
          treeshake: { manualPureFunctions: pureFunctions },
        },
      },
    },
  },
  plugins: [
    ...libraryPatches,
    lightContract(),
    keepApart(),
    iconNotice(notices),
    tailwindcss(),
    reactRouter(),
    compressEarly(),
  ],
});
