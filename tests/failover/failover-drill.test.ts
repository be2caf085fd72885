// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { patient } from '../support/patience.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { runFailover } from './run-failover.ts';

// `npm run failover-drill` does the same for a minute.
it('loses nothing that was answered when the primary is killed, and serves again without a restart', {
  tags: ['long'],
  timeout: patient(300_000),
}, async () => {
  const outcome = await runFailover({
    folder: makeScratchFolder('failover'),
    players: 4,
    loadMs: 8_000,
    noticedAfterMs: 500,
    awayMs: 5_000,
  });
  expect(outcome.breaches).toEqual([]);
  expect(outcome.orders).toBeGreaterThan(10);
  expect(Math.max(outcome.soldMs, ...outcome.servedMs)).toBeLessThan(patient(10_000));
});
