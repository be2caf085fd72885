// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tellContract } from './support/tell-contract.ts';

it('matches contract.txt (run `node scripts/tell-contract.ts` to change it)', async () => {
  expect(await tellContract()).toBe(
    readFileSync(new URL('../contract/contract.txt', import.meta.url), 'utf8'),
  );
});
