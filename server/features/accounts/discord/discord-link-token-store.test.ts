// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { holdLinkingPlayer } from './discord-link-token-store.ts';

const db = openTestDatabase({ poolSize: 2 });

it('locks the player of a token and no other', async () => {
  const [one, other] = await createTwoPlayers(db);
  const hashOf = (id: string) => Buffer.from(`token of ${id}`);
  for (const id of [one, other]) {
    await db.run(sql`
      insert into discord_link_tokens (player_id, token_hash, expires_at) values (${id}, ${hashOf(id)}, now())`);
  }
  const free = () => db.rows(sql`select id from players for no key update skip locked`);
  await db.transaction(async (tx) => {
    await holdLinkingPlayer(tx, hashOf(one));
    expect(await outsideTransaction(free)).toEqual([{ id: other }]);
  });
});
