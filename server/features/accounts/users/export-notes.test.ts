// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { exportNotes } from './export-notes.ts';

const db = openTestDatabase();

it('exports every note about a player once, in order and page by page, and no others', async () => {
  const [player, other] = await createTwoPlayers(db);
  const add = (from: number, to: number) =>
    db.run(sql`
      insert into user_notes (player_id, author_id, note, created_at)
      select ${player}, ${other}, 'Note ' || n, timestamptz '2026-06-01' + n * interval '1 minute'
      from generate_series(${from}::int, ${to}::int) n order by n`);
  const list = async () =>
    (await Readable.from(exportNotes(db, player)).take(2_000).toArray()) as { note: string }[];
  const expected = (count: number) => Array.from({ length: count }, (_, place) => `Note ${place + 1}`);
  // Two whole pages, and then one more.
  await add(1, 1_000);
  expect((await list()).map(({ note }) => note)).toEqual(expected(1_000));
  await add(1_001, 1_001);
  expect((await list()).map(({ note }) => note)).toEqual(expected(1_001));
  expect(await Readable.from(exportNotes(db, other)).toArray()).toEqual([]);
});
