// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { chosenHandle } from '../../../../contract/public-players.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createHandleScreen } from './screen.ts';

const db = openTestDatabase({ poolSize: 1 });

it('joins two words from lists of 48 and a number, and passes as a chosen handle', async () => {
  const made = await db.rows<{ handle: string }>(
    sql`select random_handle() as handle from generate_series(1, 3000)`,
  );
  const isFit = createHandleScreen('FinalRing');
  const parts = made.map(({ handle }) => /^([A-Z][a-z]+)([A-Z][a-z]+)-[25-9]{5}$/.exec(handle));
  expect(made.filter(({ handle }, at) => !parts[at] || !chosenHandle.safeParse(handle).success)).toEqual([]);
  expect(made.filter(({ handle }) => !isFit(handle))).toEqual([]);
  for (const place of [1, 2]) expect(new Set(parts.map((found) => found?.[place])).size).toBe(48);
});
