// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run docs`: builds the documentation site into build/docs, which a process with DOCS=on serves at /docs. Fails on
 * broken links.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentationFolder } from '../server/platform/http/documentation.ts';
import { precompress } from '../web/build/precompress.ts';
import { installFolder } from './install.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
await installFolder('docs/.vitepress');
const program = join(root, 'docs/.vitepress/node_modules/.bin/vitepress');
const { status } = spawnSync(process.execPath, [program, 'build', 'docs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
if (status === 0) await precompress(documentationFolder, { withPages: true });
process.exitCode = status ?? 1;
