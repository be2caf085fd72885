// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Permission } from '../contract/permissions.ts';
import { startChallengesTest } from '../tests/support/challenges.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { meanwhile } from '../tests/support/meanwhile.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../tests/support/shop.ts';
import { toForm } from '../tests/support/upload.ts';

const conflict = [403, 'conflict_of_interest'];
const shop = openForTests(startShopTest);

type Method = 'POST' | 'PATCH';
async function send(method: Method, url: string, { token }: Shopper, payload: object) {
  const answer = await shop.test.call({ method, url, token, key: randomUUID(), payload });
  return [answer.statusCode, answer.json().code];
}
const changes = async ({ id }: Shopper) =>
  (await shop.test.db.rows(sql`select id from admin_changes where actor_id = ${id}`)).length;

let roles = 0;
async function holding(...permissions: Permission[]): Promise<Shopper> {
  const role = `SHOP_HELPER_${++roles}`;
  await shop.test.db.run(sql`insert into roles (name, permissions) values (${role}, ${permissions})`);
  return shop.shopper({ role });
}

describe('an administrator cannot', () => {
  it('deliver, unmark or refund their own card', { tags: ['long'] }, async () => {
    const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
    const card = await shop.card({ codes: 0, isFulfilledByHand: true });
    const { data } = await shop.checkout(admin, [line(card)]);
    const url = `/gift-card/gift-card-request/${data.purchases[0]?._id}`;
    expect(await send('PATCH', url, admin, { isDelivered: true, code: 'OWN-CODE-1234' })).toEqual(conflict);
    shop.test.clock.advance(25 * 3_600_000);
    expect(await send('POST', `${url}/refund`, admin, { reason: 'too late' })).toEqual(conflict);
    const other = await shop.shopper({ role: 'SUPER_ADMIN' });
    expect(await send('PATCH', url, other, { isDelivered: true, code: 'OWN-CODE-1234' })).toEqual([
      200,
      undefined,
    ]);
    expect(await send('PATCH', url, admin, { isDelivered: false })).toEqual(conflict);
    expect(await changes(admin)).toBe(0);
  });

  it('replace the code of their own card', async () => {
    const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
    const card = await shop.card();
    const { data } = await shop.checkout(admin, [line(card)]);
    const url = `/gift-card/purchases/${data.purchases[0]?._id}/replace`;
    expect(await send('POST', url, admin, { reason: 'does not work' })).toEqual(conflict);
    expect(await shop.stock(card)).toBe(2);
  });

  it('decide a referral they are part of', async () => {
    const [admin, other] = [await shop.shopper({ role: 'SUPER_ADMIN' }), await shop.shopper()];
    for (const [referrer, invitee] of [
      [admin, other],
      [other, admin],
    ] as const) {
      await shop.test.db.run(sql`
        insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network, status)
        values (${invitee.id}, ${referrer.id}, now(), false, 'in_review')`);
      const decision = { isCounted: true, reason: 'I know them' };
      expect(await send('POST', `/referrals/${invitee.id}/decide`, admin, decision)).toEqual(conflict);
    }
  });
});

describe('an administrator cannot buy at a price they set', () => {
  const setPrice = async ({ token }: Shopper, card: string, gcCoin: number) => {
    const { payload, headers } = await toForm({ gcCoin: String(gcCoin) });
    const url = `/gift-card/update/${card}`;
    return (await shop.test.call({ method: 'PUT', url, token, payload, headers })).statusCode;
  };

  it('for 30 days, alone or with other cards, while others can', async () => {
    const helper = await holding('gift-cards:write');
    const [card, other] = [await shop.card(), await shop.card()];
    expect(await setPrice(helper, card, 1)).toBe(200);
    const mine = await shop.checkout(helper, [line(other), line(card, 1, 1)]);
    expect(mine).toMatchObject({ status: 403, code: 'price_by_you' });
    expect(mine.message).toContain('"Test Card"');
    expect(await shop.gamerCoins(helper)).toBe(1000);
    expect((await shop.checkout(await shop.shopper(), [line(card, 1, 1)])).status).toBe(200);
    expect((await shop.checkout(helper, [line(other)])).status).toBe(200);
    shop.test.clock.advance(30 * 24 * 3_600_000 + 1);
    const later = { id: helper.id, token: await shop.test.signIn(helper.id) };
    expect((await shop.checkout(later, [line(card, 1, 1)])).status).toBe(200);
  });

  it('even while the price is being set', async () => {
    const helper = await holding('gift-cards:write');
    const card = await shop.card();
    const { code } = await meanwhile(
      shop.test.db,
      async (tx) => {
        await tx.run(sql`select from players where id = ${helper.id} for update`);
        await tx.run(sql`update gift_cards set gc_coin = 1 where id = ${card}`);
        await tx.run(
          sql`select record_editor(${`gift-card:${card}`}, ${helper.id}, ${shop.test.clock.now()})`,
        );
      },
      () => shop.checkout(helper, [line(card, 1, 1)]),
    );
    expect(code).toBe('price_by_you');
  });

  it('unless they changed only other fields of the card', async () => {
    const helper = await holding('gift-cards:write');
    const card = await shop.card();
    const { payload, headers } = await toForm({ title: 'Renamed' });
    const url = `/gift-card/update/${card}`;
    const { token } = helper;
    expect((await shop.test.call({ method: 'PUT', url, token, payload, headers })).statusCode).toBe(200);
    expect((await shop.checkout(helper, [line(card)])).status).toBe(200);
  });
});

describe('an administrator cannot void their own attempt', () => {
  const challenges = openForTests(startChallengesTest);

  it('while it runs or after it is lost', async () => {
    const { db, signIn, call } = challenges.test;
    const { id } = await createPlayer(db, { role: 'SUPER_ADMIN', gamerCoins: 500 });
    const admin = { id, token: await signIn(id) };
    const { attemptId } = await challenges.enter(admin, { epicId: 'own-attempt' });
    const voidIt = async () => {
      const url = `/challenge/attempts/${attemptId}/void`;
      const payload = { reason: 'it went badly' };
      const answer = await call({ method: 'POST', url, token: admin.token, key: randomUUID(), payload });
      return [answer.statusCode, answer.json().code];
    };
    expect(await voidIt()).toEqual(conflict);
    await db.run(sql`update attempts set status = 'FAILED', completed_at = now(), next_reading_at = null
      where id = ${attemptId}`);
    expect(await voidIt()).toEqual(conflict);
    expect(await challenges.gamerCoins(admin)).toBe(395);
  });
});

describe('replacing a code repeatedly', () => {
  it('requires gift-cards:reveal from the second time on', async () => {
    const helper = await holding('deliveries:write');
    const revealer = await holding('deliveries:write', 'gift-cards:reveal');
    const buyer = await shop.shopper();
    const card = await shop.card({ codes: 5 });
    const { data } = await shop.checkout(buyer, [line(card)]);
    const url = `/gift-card/purchases/${data.purchases[0]?._id}/replace`;
    const reason = { reason: 'does not work' };
    expect(await send('POST', url, helper, reason)).toEqual([200, undefined]);
    expect(await send('POST', url, helper, reason)).toEqual([403, 'replacement_needs_reveal']);
    expect(await shop.stock(card)).toBe(3);
    expect(await send('POST', url, revealer, reason)).toEqual([200, undefined]);
    expect(await send('POST', url, helper, reason)).toEqual([403, 'replacement_needs_reveal']);
  });

  it('is counted on the overview, with codes viewed before', async () => {
    const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
    const dayMs = 24 * 3_600_000;
    const day = (offset: number) =>
      new Date(shop.test.clock.now().getTime() + offset * dayMs).toISOString().slice(0, 10);
    const counted = async (from: string, to: string) =>
      (await shop.test.call({ url: `/overview?from=${from}&to=${to}`, token: admin.token })).json().data
        .replacedCodes;
    const before = await counted(day(-1), day(1));
    const buyer = await shop.shopper();
    const { data } = await shop.checkout(buyer, [line(await shop.card({ codes: 4 }), 2)]);
    const [seen, unseen] = data.purchases.map(({ _id }) => _id) as [string, string];
    await shop.reveal(buyer, seen);
    for (const id of [seen, unseen]) {
      const url = `/gift-card/purchases/${id}/replace`;
      expect(await send('POST', url, admin, { reason: 'does not work' })).toEqual([200, undefined]);
    }
    expect(await counted(day(-1), day(1))).toEqual({
      replaced: before.replaced + 2,
      shownBefore: before.shownBefore + 1,
    });
    expect(await counted(day(-9), day(-8))).toEqual({ replaced: 0, shownBefore: 0 });
  });
});
