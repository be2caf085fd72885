// SPDX-License-Identifier: Apache-2.0

/** Builds the web app into build/client, unless the current sources are already built. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exclusiveLock } from '../server/platform/embedded-postgres/file-lock.ts';
import { step } from '../server/platform/step.mjs';
import { demandWritable, giveUp, root } from './install.mjs';
import { runQuietly } from './run-quietly.mjs';
import { fingerprint, forgetBuilt, isBuiltFrom, noteBuilt } from './web-sources.mjs';

const BUILD_WITHIN_MS = 300_000;
const readPrint = () => fingerprint(root, process.env.BRAND_NAME ?? '');

const failed = 'The web app does not build. Fix this and run it again:';
const patience = fileURLToPath(new URL('./patient-prerender.mjs', import.meta.url));

/** Retried once, because on a busy machine even the patient limit of the prerender may be too short. */
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

if (!isBuiltFrom(root, readPrint())) {
  try {
    demandWritable('The web app was not built from these sources with this BRAND_NAME');
  } catch (error) {
    giveUp(error);
  }
  mkdirSync(join(root, 'build'), { recursive: true });
  // Two commands in one checkout must not build at the same time.
  const lock = await exclusiveLock(join(root, 'node_modules/.build-web.lock'), BUILD_WITHIN_MS);
  try {
    const print = readPrint();
    if (!isBuiltFrom(root, print)) {
      forgetBuilt(root);
      await build();
      noteBuilt(root, print);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    lock.release();
  }
}
