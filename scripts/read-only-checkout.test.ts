// SPDX-License-Identifier: Apache-2.0

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { scripts } = readJson('package.json');
const dataDir = makeScratchFolder('read-only');
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

/** A read-only checkout needs a mount, which requires rights. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
const isBuilt = existsSync(join(root, 'build/sources.sha256'));

function startReadOnly(
  env: Record<string, string>,
  { line = 'node cli/finalring.mjs start', also = 'true' } = {},
) {
  const program = line.replace(/^(exec )?node /, '"$NODE" ');
  const mount = `mount --bind "$ROOT" "$ROOT" && ${also} && mount -o remount,ro,bind "$ROOT" && cd "$ROOT" && exec ${program}`;
  const { PATH, HOME } = process.env;
  return spawn('unshare', ['--mount', 'sh', '-c', mount], {
    env: {
      PATH,
      HOME,
      ROOT: root.replace(/\/$/, ''),
      NODE: process.execPath,
      PORT: '0',
      SANDBOX_PORT: '0',
      ...env,
    },
  });
}

it.skipIf(!canMount)(
  'explains in one line what to do when the web app is not built',
  { tags: ['long'] },
  async () => {
    const child = startReadOnly({ BRAND_NAME: randomUUID(), DATA_DIR: dataDir });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    expect((await once(child, 'exit'))[0]).toBe(1);
    expect(said).toBe(
      `The web app was not built from these sources with this BRAND_NAME, and ${root} is not writable. Run \`npm run build\` where it is.\n`,
    );
  },
);

it.skipIf(!canMount).each([
  {
    does: 'asks for an installation where that is possible, for a command that needs development packages',
    line: scripts.check,
    says: `The installation is incomplete (packages), and ${root} is not writable. Run this where it is.\n`,
  },
  {
    does: 'runs the client of the specification without development packages',
    line: `${scripts['specification-client']} http://127.0.0.1:1`,
    says: 'Nothing answers at http://127.0.0.1:1. Start FinalRing first (`npm start`), or name the address.\n',
  },
])('$does', async ({ line, says }) => {
  const { packages: locked } = readJson('package-lock.json');
  const record = 'node_modules/.package-lock.json';
  const installed = readJson(record);
  for (const path of Object.keys(installed.packages)) if (locked[path]?.dev) delete installed.packages[path];
  const production = join(dataDir, 'installed.json');
  writeFileSync(production, JSON.stringify(installed));
  const also = `mount --bind "$PRODUCTION" "$ROOT/${record}"`;
  const child = startReadOnly({ PRODUCTION: production }, { line, also });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  expect((await once(child, 'exit'))[0]).toBe(1);
  expect(said).toBe(says);
});

it.skipIf(!canMount || !isBuilt)('starts from a read-only checkout', { tags: ['long'] }, async () => {
  const child = startReadOnly({ DATA_DIR: dataDir });
  let said = '';
  const ended = once(child, 'exit');
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        if (said.includes('is ready at')) resolve();
      });
    }
  });
  child.kill('SIGTERM');
  await ended;
  // This test isn't about outdated builds.
  if (!said.includes('was not built from these sources')) expect(said).toContain('is ready at');
});
