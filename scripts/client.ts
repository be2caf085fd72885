// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run client`: generates the typed client's sources from the contract (schema.d.ts and keyed-calls.ts in
 * clients/typescript/src), builds the client and the bot, and packs both for distribution (clients/*.tgz).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeOpenApiDocument } from '../tests/support/open-api.ts';
import { toKeyedCalls, toTypes } from './client/types.ts';
import { command } from './command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The only packages that the clients may use. */
const packages = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types', 'typescript'];
const platform = `@typescript/typescript-${process.platform}-${process.arch}`;

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  symlinkSync(from, to);
}

/** A copy with only those packages, as users would have it. */
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
// For the bot's types. Its users have the package.
link(join(folder, 'typescript'), join(folder, 'discord-bot/node_modules/@finalring/client'));
const document = await makeOpenApiDocument();
writeFileSync(join(folder, 'typescript/src/schema.d.ts'), await toTypes(document));
writeFileSync(join(folder, 'typescript/src/keyed-calls.ts'), toKeyedCalls(document));
for (const name of ['typescript', 'discord-bot']) {
  const program = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [program, '-p', join(folder, name)], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  // The compiler doesn't copy declarations. Without this copy, users would get `any` for every type.
  if (name === 'typescript')
    cpSync(join(folder, 'typescript/src/schema.d.ts'), join(folder, 'typescript/dist/schema.d.ts'));
  const packing = ['pack', join(folder, name), '--pack-destination', folder, '--ignore-scripts', '--silent'];
  execFileSync('npm', packing, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
