// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../tests/support/attempt-rows.ts';
import { createTwoPlayers } from '../../../tests/support/factories.ts';
import { exportAttempts, exportGameAccounts } from './export-attempts.ts';

const db = openAttemptRows();

it('exports every attempt once, newest first, with all readings, page by page', {
  tags: ['long'],
}, async () => {
  const [player, other] = await createTwoPlayers(db);
  await insertAttempt(db, other);
  const ids: string[] = [];
  // One more than two whole pages, and before it exactly two.
  for (let count = 0; count < 200; count++) ids.unshift(await insertAttempt(db, player));
  const list = async () => {
    const all = [];
    for await (const one of exportAttempts(db, player)) {
      all.push(one);
      if (all.length > 500) break;
    }
    return all;
  };
  expect((await list()).map(({ _id }) => _id)).toEqual(ids);
  ids.unshift(await insertAttempt(db, player, { later: { matches: 3 } }));
  const all = await list();
  expect(all.map(({ _id }) => _id)).toEqual(ids);
  expect(all[0]?.readings).toMatchObject([
    { kind: 'stats', matches: 0 },
    { kind: 'stats', matches: 3 },
  ]);
  expect(all[1]?.readings).toMatchObject([{ kind: 'stats', matches: 0 }]);
});

it('exports the account bound in each game with the date of binding, if one is bound', async () => {
  const [player, other] = await createTwoPlayers(db);
  const boundAt = new Date('2026-06-01T12:00:00Z');
  await db.run(sql`
    insert into game_accounts (game, key, player_id, name, bound_at)
    values ('fortnite', 'key-of-export', ${player}, 'Racer', ${boundAt}),
      ('chess', 'key-of-export', ${player}, 'Rook', ${boundAt})`);
  const list = (id: string) => Readable.from(exportGameAccounts(db, id)).toArray();
  expect(await list(player)).toEqual([
    { game: 'chess', epicId: 'Rook', boundAt: boundAt.toISOString() },
    { game: 'fortnite', epicId: 'Racer', boundAt: boundAt.toISOString() },
  ]);
  expect(await list(other)).toEqual([]);
});
