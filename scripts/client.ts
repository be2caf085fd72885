// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run client`: generates the typed client's sources (schema.d.ts and keyed-calls.ts in clients/typescript/src, from the
 * contract), builds the client and the bot, and packs both as they are handed out (clients/*.tgz).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOpenApiDocument } from '../tests/support/open-api.ts';
import { toKeyedCalls, toTypes } from './client/types.ts';
import { command } from './command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Packages that the clients may use; everything else of ours is out of their reach. */
const packages = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types', 'typescript'];
const platform = `@typescript/typescript-${process.platform}-${process.arch}`;

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  symlinkSync(from, to);
}

/** A copy with only those packages beside it, as for somebody who installed them. */
function copyTo(folder: string): void {
  cpSync(join(root, 'clients'), folder, { recursive: true });
  for (const name of [...packages, platform])
    link(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}

const { into } = command('client', 'Builds the typed client and the bot, and packs both.')
  .option('--into <folder>', 'builds a copy of clients/ there instead')
  .parse()
  .opts<{ into?: string }>();
const folder = into ?? join(root, 'clients');
if (into) copyTo(into);
// For the bot's types; those who install it have the package.
link(join(folder, 'typescript'), join(folder, 'discord-bot/node_modules/@finalring/client'));
const document = await makeOpenApiDocument();
writeFileSync(join(folder, 'typescript/src/schema.d.ts'), await toTypes(document));
writeFileSync(join(folder, 'typescript/src/keyed-calls.ts'), toKeyedCalls(document));
for (const name of ['typescript', 'discord-bot']) {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [program, '-p', join(folder, name)], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  // The compiler emits nothing for a declaration: without this copy every type is `any` to others.
  if (name === 'typescript')
    cpSync(join(folder, 'typescript/src/schema.d.ts'), join(folder, 'typescript/dist/schema.d.ts'));
  const packing = ['pack', join(folder, name), '--pack-destination', folder, '--ignore-scripts', '--silent'];
  execFileSync('npm', packing, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
