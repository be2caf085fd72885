// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const app = openForTests(startAdminTest);
let helper: Person;
beforeAll(async () => {
  helper = await app.holding('users:read');
});

/** Seven of each kind; purchases in orders of three, three and one. */
async function someoneWithHistory(): Promise<Person> {
  const user = await app.person();
  await app.db.run(sql`
    with challenge as (insert into challenges (description) values ('Win') returning id), entered as (
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, completed_at)
      select ${user.id}, challenge.id, 'Win', make_uuidv7(), 'TOP1_0KILL_SOLO', n, 5, 1, 0, 'epic', 'epic', '{}', now(), now(),
        'FAILED', 'missed', now()
      from challenge, generate_series(1, 7) n returning id)
    insert into attempt_readings
      (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
    select id, 0, 'stats', now(), 0, 0, 0, 0, 0, 0 from entered`);
  await app.db.run(sql`
    insert into payments (player_id, package_title, coins, amount_cents, xp, status, created_at)
    select ${user.id}, 'GC_' || n, n, 100, 0, 'failed', now() from generate_series(1, 7) n`);
  const [card] = await app.db.rows<{ id: string }>(sql`
    insert into gift_cards (title, description, type, gc_coin) values ('Card', 'A card', 'psn', 5) returning id`);
  for (const titles of [['a', 'b', 'c'], ['d', 'e', 'f'], ['g']]) {
    await app.db.run(sql`
      with bought as (
        insert into orders (id, player_id, total_gc, created_at) values (make_uuidv7(), ${user.id}, 5, now()) returning id)
      insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, delivered_at, title, status)
      select make_uuidv7(), bought.id, ${user.id}, ${card?.id}, 5, now(), now(), title, 'delivered'
      from bought, unnest(${titles}::text[]) title`);
  }
  return user;
}

const get = async (path: string, { token } = helper) => {
  const answer = await app.call({ url: `/super-admin/users/${path}`, token });
  return { status: answer.statusCode, ...answer.json() };
};

/** All pages of a kind, two entries each. */
async function pages(user: Person, kind: string): Promise<Record<string, unknown>[]> {
  const read: Record<string, unknown>[] = [];
  let before = '';
  do {
    const { data, nextBefore } = await get(`${user.id}/${kind}?limit=2${before && `&before=${before}`}`);
    expect(data.length).toBeLessThanOrEqual(2);
    read.push(...data);
    before = nextBefore;
  } while (before);
  return read;
}

describe('the history of a user', () => {
  it('pages newest first without duplicates or gaps', { tags: ['long'] }, async () => {
    await someoneWithHistory();
    const user = await someoneWithHistory();
    const attempts = await pages(user, 'attempts');
    expect(attempts.map(({ entryFeeGC }) => entryFeeGC)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const payments = await pages(user, 'payments');
    expect(payments.map(({ coins }) => coins)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const purchases = await pages(user, 'purchases');
    expect(purchases.map(({ title }) => title)).toEqual(['g', 'd', 'e', 'f', 'a', 'b', 'c']);
    expect(purchases.every((purchase) => !('hashCode' in purchase))).toBe(true);
    const { data } = await get(user.id);
    expect(data.totals).toEqual({ attempts: 7, purchases: 7, payments: 7 });
    expect([data.attempts, data.purchases, data.payments]).toEqual([attempts, purchases, payments]);
  });

  it('returns 404 for unknown users and refuses administrators without users:read', async () => {
    const user = await app.person();
    const nobody = randomUUID();
    const admin = await app.holding('users:write');
    for (const kind of ['attempts', 'purchases', 'payments', 'transfers']) {
      expect((await get(`${nobody}/${kind}`)).status).toBe(404);
      expect((await get(`${user.id}/${kind}?limit=101&before=x`)).status).toBe(400);
      expect((await get(`${user.id}/${kind}`, admin)).status).toBe(403);
      expect(await get(`${user.id}/${kind}`)).toMatchObject({ data: [], nextBefore: null });
    }
    expect((await get(user.id)).data.totals).toEqual({ attempts: 0, purchases: 0, payments: 0 });
  });
});
