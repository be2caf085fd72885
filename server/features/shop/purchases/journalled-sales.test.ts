import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scriptedJournal } from '../../../../tests/support/scripted-journal.ts';
import { line, type ShopTest, startShopTest } from '../../../../tests/support/shop.ts';
import { findInStock, listQuarantined, quarantineAll, quarantineSold, releaseUnproven } from '../feature.ts';

const { journal, entries, state } = scriptedJournal();
let shop: ShopTest;
beforeAll(async () => {
  shop = await startShopTest({ journal });
});
afterAll(() => shop.close());

it('tells nobody of a sale that is not written down, and shows no code', async () => {
  const player = await shop.shopper();
  const card = await shop.card({ codes: ['SOLD-ONCE-0001'] });
  const key = randomUUID();
  state.isAway = true;
  expect(await shop.checkout(player, [line(card)], key)).toMatchObject({ status: 503, code: 'unavailable' });
  // It was made all the same, once.
  expect(await shop.gamerCoins(player)).toBe(900);
  const [purchase] = await shop.purchases(player);
  const purchaseId = purchase?._id ?? '';
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(entries).toEqual([]);

  state.isAway = false;
  const bought = await shop.checkout(player, [line(card)], key);
  expect(bought.status).toBe(200);
  expect(await shop.gamerCoins(player)).toBe(900);
  expect(entries).toEqual([{ kind: 'sold', orderId: bought.data._id, codeIds: [expect.any(String)] }]);
  expect((await shop.reveal(player, purchaseId)).hashCode).toBe('SOLD-ONCE-0001');
  const [sold, shown] = entries;
  expect(shown).toEqual({ kind: 'shown', codeId: sold?.kind === 'sold' && sold.codeIds[0] });
  // Not a word that tells of a person or a code.
  expect(JSON.stringify(entries)).not.toMatch(/SOLD-ONCE|player\.test|Test/);
});

it('takes sold codes out of stock for good, and those in doubt until they are released', async () => {
  const { db, clock } = shop.test;
  const player = await shop.shopper();
  const card = await shop.card({ codes: 4 });
  const stock = async () => {
    const rows = await db.pool.query(
      'select id from gift_card_codes where gift_card_id = $1 order by arrival',
      [card],
    );
    return rows.rows.map(({ id }) => id as string);
  };
  const [first = '', second = '', third = ''] = await stock();
  const quarantine = (sold: string[], codes: string[], at = clock.now()) => {
    const shown = codes.map((codeId) => ({ codeId, at }));
    return db.transaction((tx) => quarantineSold(tx, { sold, shown }, clock.now()));
  };
  expect(await quarantine([first], [second])).toBe(2);
  expect(await quarantine([first], [second])).toBe(0);
  expect(await findInStock(db, { sold: await stock(), shown: [] })).toHaveLength(2);
  // What an administrator looked at before is in stock with every right.
  await db.pool.query(
    'insert into code_reveals (code_id, viewer_id, address, revealed_at) values ($1, $2, $3, $4)',
    [third, player.id, '', clock.now()],
  );
  expect(await quarantine([], [third])).toBe(0);

  expect(await db.transaction((tx) => quarantineAll(tx, clock.now()))).toBe(2);
  expect(await shop.checkout(player, [line(card)])).toMatchObject({ code: 'cart_changed' });
  const [listed] = (await listQuarantined(db)).filter(({ giftCardId }) => giftCardId === card);
  expect(listed).toMatchObject({ sold: 2, unproven: 2 });
  // A look that this database does not know of came after it: a buyer's, to whom it went as a replacement.
  expect(await quarantine([], [third], new Date(clock.now().getTime() + 3_600_000))).toBe(1);
  const { id: actorId } = await shop.shopper();
  const release = () => db.transaction((tx) => releaseUnproven(tx, { giftCardId: card, actorId }));
  expect([await release(), await release()]).toEqual([1, 0]);
  const written = await db.rows(sql`
    select actor_id, after from admin_changes where action = 'gift-card.release-codes'`);
  expect(written).toEqual([{ actorId, after: { released: 1 } }]);
  expect(await findInStock(db, { sold: await stock(), shown: [] })).toHaveLength(1);
  expect((await shop.checkout(player, [line(card)])).status).toBe(200);
});
