// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tellContract } from './support/tell-contract.ts';

it('is what clients were told; who means to change it runs `node scripts/tell-contract.ts`', async () => {
  expect(await tellContract()).toBe(
    readFileSync(new URL('../contract/contract.txt', import.meta.url), 'utf8'),
  );
});
