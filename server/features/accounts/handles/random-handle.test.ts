// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';

const db = openTestDatabase({ poolSize: 1 });

it('uses each of the 25 characters in each of the six places', async () => {
  const made = await db.rows<{ handle: string }>(
    sql`select random_handle() as handle from generate_series(1, 3000)`,
  );
  expect(made.filter(({ handle }) => !/^Player-.{6}$/.test(handle))).toEqual([]);
  for (const place of [0, 1, 2, 3, 4, 5]) {
    const seen = made.map(({ handle }) => handle.slice('Player-'.length)[place]);
    expect([...new Set(seen)].sort().join('')).toBe('23456789CDFGHJKMNPQRTVWXY');
  }
});
