// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const licence = readFileSync(new URL('../ui/icons/LICENSE', import.meta.url), 'utf8').trim();

/**
 * Adds our icons to the list of third-party licences that browsers get. Vite lists only packages from `node_modules`,
 * and the icons are in `web/ui/icons`.
 */
export function iconNotice(fileName: string): Plugin {
  return {
    name: 'icon-notice',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const notices = bundle[fileName];
        if (notices?.type !== 'asset')
          return this.error(`${fileName} was not made: where does the icons' licence go?`);
        notices.source = `${notices.source}\n## Lucide (ISC)\n\n${licence}\n`;
      },
    },
  };
}
