// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../options.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const head = (size: number, root: string) => ({
  size,
  root: root.repeat(64),
  sealedAt: '2026-11-22T18:00:00.000Z',
  keyId: 'aabbccdd',
  signature: 'AA==',
});
const tell = async (...heads: object[]) =>
  (
    await fetch(sandbox.witnessUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ log: { origin: 'finalring-ledger/a', keys: [] }, heads }),
    })
  ).status;

test('keeps the first root of each size, and shows where another one was told', async () => {
  expect(await tell(head(1, 'a'), head(2, 'b'))).toBe(204);
  expect(await tell(head(2, 'b'))).toBe(204);
  const page = async () => (await fetch(`${sandbox.url}/witness`)).text();
  expect(await page()).toContain('b'.repeat(64));
  expect(await page()).not.toContain('rewritten');
  expect(await tell(head(2, 'c'))).toBe(204);
  expect(await page()).toContain('b'.repeat(64));
  expect(await page()).not.toContain('c'.repeat(64));
  expect(await page()).toContain('the ledger was rewritten');
});

test('takes nothing that is no head', async () => {
  const { status } = await sendJson(sandbox.witnessUrl, 'POST', {
    log: { origin: 'a' },
    heads: [{ size: 0 }],
  });
  expect(status).toBe(400);
});
