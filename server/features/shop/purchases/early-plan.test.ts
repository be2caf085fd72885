// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { createCard } from '../../../../tests/support/shop.ts';

const db = openTestDatabase();

it('reads few codes per sale even with a query plan made while the shop was empty', async () => {
  const { id: player } = await createPlayer(db, { gamerCoins: 1000 });
  const card = await createCard(db);
  const session = new pg.Client({ connectionString: db.url });
  await session.connect();
  const fill = (count: number, sold: boolean) =>
    session.query(
      `with given as materialized (
        select make_uuidv7() as id, make_uuidv7() as order_id, make_uuidv7() as purchase_id from generate_series(1, $2::int)
      ), ordered as (
        insert into orders (id, player_id, total_gc, created_at) select order_id, $1, 1, now() from given where $4
      ), bought as (
        insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, title, status, created_at, delivered_at)
        select purchase_id, order_id, $1, $3, 1, 'Card', 'delivered', now(), now() from given where $4
      )
      insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked)
      select id, $3, case when $4 then purchase_id end, 'key', substr(sha256(id::text::bytea), 1, 12),
        sha256(id::text::bytea), sha256(id::text::bytea), 'masked' from given`,
      [randomUUID(), count, card, sold],
    );
  const readRows = async () =>
    Number(
      (
        await session.query(`
          select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
          where relname in ('orders', 'purchases', 'gift_card_codes')`)
      ).rows[0].read,
    );
  /** How many rows of the shop's large tables a purchase reads. */
  async function buy(): Promise<number> {
    await session.query('begin');
    const before = await readRows();
    const { rows } = await session.query(
      `select outcome from shop_checkout($1, $2, '\\x01', array[$3]::uuid[], '{1}', '{100}', now(), null, '%s', '%s', '%s x %s', ', ')`,
      [player, randomUUID(), card],
    );
    expect(rows).toEqual([{ outcome: 'bought' }]);
    const read = (await readRows()) - before;
    await session.query('commit');
    return read;
  }

  try {
    await fill(2, false);
    const atFirst = await buy();
    expect(atFirst).toBeGreaterThan(0);
    await fill(3_000, true);
    expect(await buy()).toBeLessThan(atFirst + 20);
  } finally {
    await session.end();
  }
});
