// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run drill -- seal`: seals transfers on its own database, has a browser check proofs of some of them, spread over all,
 * and audits the log. Exit code 1 if a proof does not verify, takes the browser longer than 50 ms, or the audit finds
 * anything.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { drillSeals, type Proved } from '../../tests/support/seal-drill.ts';
import { command, toCount } from '../command.ts';
import { browserFlags, findTestBrowser } from '../find-browser.ts';

const maxVerifyMs = 50;

const size = command('drill seal', 'Seals transfers, has a browser check proofs of some, and audits the log.')
  .option('--transfers <n>', 'how many are sealed', toCount, 1_000_000)
  .option('--proofs <n>', 'how many the browser checks', toCount, 200)
  .parse()
  .opts<{ transfers: number; proofs: number }>();

/** The work of a player's page: keys, signature and path to the root, separately for each proof. @returns ms, or -1 */
async function checkProofs(proved: readonly Proved[]): Promise<number[]> {
  const address = '/seal-proof.js';
  const seals = (await import(address)) as typeof import('../../contract/seal-proof.ts');
  const { verifyByWebCrypto: verify } = seals;
  const took: number[] = [];
  for (const { log, head, proof } of proved) {
    const began = performance.now();
    const isRight =
      (await seals.areKeysSound(log, verify)) &&
      (await seals.isHeadSigned(log, head, verify)) &&
      (await seals.isIncluded(proof, head));
    took.push(isRight ? performance.now() - began : -1);
  }
  return took;
}

async function checkInBrowser(proved: readonly Proved[]): Promise<{ took: number[]; version: string }> {
  const source = readFileSync(new URL('../../contract/seal-proof.ts', import.meta.url), 'utf8');
  const script = stripTypeScriptTypes(source);
  const server = createServer((request, response) => {
    const isScript = request.url === '/seal-proof.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>Drill</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { took: await page.evaluate(checkProofs, proved), version: browser.version() };
  } finally {
    await browser.close();
    server.close();
  }
}

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const dataDir = mkdtempSync(join(tmpdir(), 'finalring-seals-'));
try {
  const server = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: console.error } });
  try {
    await migrate(server.url);
    const db = openDatabase(server.url, { poolSize: 2, statementMs: 0 });
    const { sealSeconds, proveMs, proved, auditSeconds, breaches } = await drillSeals(
      db,
      size,
      console.error,
    );
    await db.close();
    for (const breach of breaches) console.log(breach);
    const { took, version } = await checkInBrowser(proved);
    const wrong = took.filter((ms) => ms < 0).length;
    console.log(
      `${size.transfers} transfers sealed in ${sealSeconds.toFixed(1)} s (${Math.round(size.transfers / sealSeconds)}/s), ` +
        `audited in ${auditSeconds.toFixed(1)} s: ${breaches.length} breaches`,
    );
    console.log(
      `${took.length} proofs of up to ${Math.max(...proved.map(({ proof }) => proof.hashes.length))} hashes: made in ${middle(proveMs).toFixed(1)} ms (middle), ` +
        `${Math.max(...proveMs).toFixed(1)} ms (slowest); verified by Chromium ${version} in ${middle(took).toFixed(1)} ms ` +
        `(middle), ${Math.max(...took).toFixed(1)} ms (slowest); ${wrong} wrong`,
    );
    if (breaches.length + wrong > 0 || Math.max(...took) > maxVerifyMs) process.exitCode = 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
