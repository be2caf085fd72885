// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { scriptedJournal } from '../../../../tests/support/scripted-journal.ts';
import { line, startShopTest } from '../../../../tests/support/shop.ts';
import {
  findInStock,
  listQuarantined,
  type NamedCode,
  quarantineAll,
  quarantineSold,
  releaseUnproven,
} from '../feature.ts';

const { journal, entries, state } = scriptedJournal();
const shop = openForTests(() => startShopTest({ journal }));

it('announces no sale and shows no code before it is journaled', async () => {
  const player = await shop.shopper();
  const card = await shop.card({ codes: ['SOLD-ONCE-0001'] });
  const key = randomUUID();
  state.isAway = true;
  expect(await shop.checkout(player, [line(card)], key)).toMatchObject({ status: 503, code: 'unavailable' });
  // The order was still made, once.
  expect(await shop.gamerCoins(player)).toBe(900);
  const [purchase] = await shop.purchases(player);
  const purchaseId = purchase?._id ?? '';
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 503, code: 'unavailable' });
  expect(entries).toEqual([]);

  state.isAway = false;
  const bought = await shop.checkout(player, [line(card)], key);
  expect(bought.status).toBe(200);
  expect(await shop.gamerCoins(player)).toBe(900);
  const code = {
    id: expect.any(String),
    print: expect.stringMatching(/^[0-9a-f]{64}$/),
    purchaseId,
    gcCoin: 100,
  };
  const sale = { orderId: bought.data._id, playerId: player.id, codes: [code] };
  expect(entries).toEqual([{ kind: 'sold', ...sale }]);
  expect((await shop.reveal(player, purchaseId)).hashCode).toBe('SOLD-ONCE-0001');
  const [sold, shown] = entries;
  const [{ id: codeId, print } = { id: '', print: '' }] = sold?.kind === 'sold' ? sold.codes : [];
  expect(shown).toEqual({
    kind: 'shown',
    codeId,
    print,
    bought: { orderId: bought.data._id, playerId: player.id, purchaseId, gcCoin: 100 },
  });
  // The journal reveals neither persons nor codes.
  expect(JSON.stringify(entries)).not.toMatch(/SOLD-ONCE|player\.test|Test/);
});

it('withdraws sold codes for good, and doubtful codes until they are released', async () => {
  const { db, clock } = shop.test;
  const player = await shop.shopper();
  const card = await shop.card({ codes: 4 });
  const stock = async () => {
    return db.rows<NamedCode>(sql`
      select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${card} order by arrival`);
  };
  const [first, second, third] = (await stock()) as [NamedCode, NamedCode, NamedCode];
  const quarantine = (sold: NamedCode[], codes: NamedCode[], at = clock.now()) => {
    const shown = codes.map((code) => ({ ...code, at }));
    return db.transaction((tx) => quarantineSold(tx, { sold, shown }, clock.now()));
  };
  expect(await quarantine([first], [second])).toBe(2);
  expect(await quarantine([first], [second])).toBe(0);
  expect(await findInStock(db, { sold: await stock(), shown: [] })).toHaveLength(2);
  // A code that an administrator looked at before rightly stays in stock.
  await db.pool.query(
    'insert into code_reveals (code_id, viewer_id, address, revealed_at) values ($1, $2, $3, $4)',
    [third.id, player.id, '', clock.now()],
  );
  expect(await quarantine([], [third])).toBe(0);

  expect(await db.transaction((tx) => quarantineAll(tx, clock.now()))).toBe(2);
  expect(await shop.checkout(player, [line(card)])).toMatchObject({ code: 'cart_changed' });
  const [listed] = (await listQuarantined(db)).filter(({ giftCardId }) => giftCardId === card);
  expect(listed).toMatchObject({ sold: 2, unproven: 2 });
  // It was shown later, without a record in this database: to a buyer who got it as a replacement.
  expect(await quarantine([], [third], new Date(clock.now().getTime() + 3_600_000))).toBe(1);
  const { id: actorId } = await shop.shopper();
  const release = () =>
    db.transaction((tx) => releaseUnproven(tx, { giftCardId: card, except: [], actorId }));
  expect([await release(), await release()]).toEqual([
    { released: 1, unreadable: 0 },
    { released: 0, unreadable: 0 },
  ]);
  const written = await db.rows(sql`
    select actor_id, after from admin_changes where action = 'gift-card.release-codes'`);
  expect(written).toEqual([{ actorId, after: { released: 1 } }]);
  expect(await findInStock(db, { sold: await stock(), shown: [] })).toHaveLength(1);
  expect((await shop.checkout(player, [line(card)])).status).toBe(200);
});

it("journals no sale without codes, and an administrator's view without a buyer", async () => {
  const before = entries.length;
  const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
  const byHand = await shop.card({ codes: 0, isFulfilledByHand: true });
  expect((await shop.checkout(admin, [line(byHand)])).status).toBe(200);
  expect(entries).toHaveLength(before);
  const code = await shop.test.db.one<{ id: string; print: string }>(sql`
    select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${await shop.card()} limit 1`);
  const url = `/gift-card/codes/${code.id}/reveal`;
  expect((await shop.test.call({ method: 'POST', url, token: admin.token })).statusCode).toBe(200);
  expect(entries.slice(before)).toEqual([{ kind: 'shown', codeId: code.id, print: code.print }]);
});
