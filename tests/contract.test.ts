// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeContract } from './support/describe-contract.ts';

it('matches contract.txt (run `node scripts/write-contract.ts` to change it)', async () => {
  expect(await describeContract()).toBe(
    readFileSync(new URL('../contract/contract.txt', import.meta.url), 'utf8'),
  );
});
