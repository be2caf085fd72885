// SPDX-License-Identifier: Apache-2.0

/** Builds the web app into build/client, unless it was already built from the same sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusiveLock } from '../server/platform/embedded-postgres/file-lock.ts';
import { demandWritable, giveUp } from './install.mjs';
import { runQuietly, step } from './steps.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const sources = ['web', 'contract', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];
const result = join(root, 'build/client/index.html');
const stamp = join(root, 'build/sources.sha256');
const BUILD_WITHIN_MS = 300_000;

function listFiles(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function fingerprint(): string {
  // The brand's name is built in.
  const hash = createHash('sha256').update(process.env.BRAND_NAME ?? '');
  for (const source of sources) {
    const files = /[.](ts|json)$/.test(source) ? [join(root, source)] : listFiles(source);
    for (const file of files.filter((name) => !/[.]test[.]tsx?$/.test(name))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function isBuiltFrom(print: string): boolean {
  return existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

const failed = 'The web app does not build:';
const patience = fileURLToPath(new URL('./patient-prerender.mjs', import.meta.url));

/** Tried again once: a machine that is busy for minutes may miss even the patient limit of the prerender. */
async function build(): Promise<void> {
  const args = ['--import', patience, join(root, 'node_modules/.bin/react-router'), 'build'];
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, failed };
  await step({ doing: 'Building the web app', done: 'Built the web app' }, () =>
    runQuietly(process.execPath, args, options).catch((error: Error) => {
      if (!error.message.includes('Prerender: Request failed')) throw error;
      return runQuietly(process.execPath, args, options);
    }),
  );
}

if (!isBuiltFrom(fingerprint())) {
  try {
    demandWritable('The web app was not built from these sources with this BRAND_NAME');
  } catch (error) {
    giveUp(error);
  }
  mkdirSync(join(root, 'build'), { recursive: true });
  // Two commands in one checkout must not build into each other.
  const lock = await exclusiveLock(join(root, 'node_modules/.build-web.lock'), BUILD_WITHIN_MS);
  try {
    const print = fingerprint();
    if (!isBuiltFrom(print)) {
      rmSync(stamp, { force: true });
      await build();
      writeFileSync(stamp, print);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    lock.release();
  }
}
