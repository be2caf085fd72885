// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { often } from '../support/often.ts';
import { fuzz } from './run.ts';

const asked = often(2_000, { briefly: 400 });

// `npm run drill -- fuzz` does the same with any number of requests.
it('answers hostile requests in every role as documented, leaks nothing and keeps the ledger sound', async () => {
  const { requests, operations, perOperation, findings } = await fuzz({ seed: 15, requests: asked });
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(asked);
  expect(perOperation.size).toBe(operations);
});
