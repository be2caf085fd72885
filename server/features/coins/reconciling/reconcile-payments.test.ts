// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { startCoinsTest } from '../../../../tests/support/coins.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const coins = openForTests(startCoinsTest);

it('asks once about each due payment, even when there are more than one batch', async () => {
  const packageId = await coins.addPackage();
  const buyer = await coins.buyer();
  const ordered = [];
  for (let count = 0; count < 6; count++) ordered.push(await coins.order(buyer, packageId));
  coins.clock.advance(3 * 60_000);
  coins.stripe.calls.length = 0;
  await coins.reconcile();
  const asked = coins.stripe.calls.map(({ path }) => /pi_[\w-]+/.exec(path)?.[0]).sort();
  expect(asked).toEqual(ordered.map(({ intentId }) => intentId).sort());
});
