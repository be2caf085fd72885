// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run docs`: builds the documentation site into build/docs, which a process with DOCS=on serves at /docs.
 * Generates the API reference from the contract into docs/api, which git ignores. Fails on broken links.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentationFolder } from '../server/platform/http/documentation.ts';
import { makeOpenApiDocument } from '../tests/support/open-api.ts';
import { precompress } from '../web/build/precompress.ts';
import { makeApiPages } from './docs/api-pages.ts';
import { installFolder } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'docs/api');

async function writeApiPages(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [index, { name, text }] of (await makeApiPages(await makeOpenApiDocument())).entries()) {
    // In list order, not alphabetical.
    writeFileSync(join(folder, `${String(index + 1).padStart(2, '0')}-${name}.md`), text);
  }
}

await writeApiPages();
await installFolder('docs/.vitepress');
const program = join(root, 'docs/.vitepress/node_modules/.bin/vitepress');
const { status } = spawnSync(process.execPath, [program, 'build', 'docs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
if (status === 0) await precompress(documentationFolder, { withPages: true });
process.exitCode = status ?? 1;
