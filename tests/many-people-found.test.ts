// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { type Person, startAdminTest } from './support/admin.ts';
import { openForTests } from './support/open-for-tests.ts';
import { createCard } from './support/shop.ts';

const app = openForTests(startAdminTest);
let admin: Person;
let last: Person;
let giveawayId: string;
beforeAll(async () => {
  admin = await app.person({ role: 'SUPER_ADMIN' });
  await app.db.run(sql`
    insert into players (name, email, referral_code)
    select 'Alexis ' || n, 'alexis' || n || '@player.test', 'ALEXIS' || n from generate_series(1, 1000) n`);
  last = await app.person({ name: 'Alexis the last' });
  await own();
});

/** The last player has a waiting card, a dispute and a giveaway entry. So does someone with another name. */
async function own(): Promise<void> {
  const owners = [last.id, (await app.person({ name: 'Robin' })).id];
  const card = await createCard(app.db, { isFulfilledByHand: true });
  await app.db.run(sql`
    with ordered as (
      insert into orders (id, player_id, total_gc, created_at)
      select make_uuidv7(), id, 100, now() from unnest(${owners}::uuid[]) id
      returning id, player_id)
    insert into purchases (id, order_id, player_id, gift_card_id, gc_coin, created_at, title, status, promised_by)
    select make_uuidv7(), id, player_id, ${card}, 100, now(), 'Card', 'on_its_way', now() - interval '1 year' from ordered`);
  await app.db.run(sql`
    with challenge as (insert into challenges (description) values ('Survive') returning id),
    attempt as (
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, completed_at)
      select owner, challenge.id, 'Survive', make_uuidv7(), 'TOP10_5KILL_SOLO', 0, 10, 10, 5, 'e', 'k' || owner, '{}', now(),
        now(), 'FAILED', 'x', now()
      from challenge, unnest(${owners}::uuid[]) owner returning id, player_id)
    insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by)
    select id, player_id, 'I was first in it', '', now(), now() + interval '1 day' from attempt`);
  const answer = await app.call({
    method: 'POST',
    url: '/giveaways/create',
    token: admin.token,
    payload: {
      title: 'Drop',
      prizeType: 'GC',
      prizeAmount: 10,
      winnerCount: 1,
      startDate: '2020-01-01T00:00:00.000Z',
      endDate: '2050-01-01T00:00:00.000Z',
    },
  });
  giveawayId = answer.json().data._id;
  await app.db.run(sql`
    insert into giveaway_entries (giveaway_id, player_id, entry, entered_at)
    select ${giveawayId}, id, gen_random_uuid(), now() from unnest(${owners}::uuid[]) id`);
}

async function search(url: string, words: string) {
  const answer = await app.call({ url: `${url}search=${words}`, token: admin.token });
  expect(answer.statusCode, answer.body).toBe(200);
  const { total, isEstimate } = answer.json();
  return { total, isEstimate };
}

it.each([
  '/gift-card/all-gift-card-request?',
  '/gift-card/all-gift-card-request?status=overdue&',
  '/challenge/disputes?',
  '/challenge/disputes?status=waiting&',
])('%s finds the objects of a player whose name very many share', async (url) => {
  expect(await search(url, 'alexis')).toEqual({ total: 1, isEstimate: false });
});

it('finds an entrant of a giveaway whose name very many share', async () => {
  expect(await search(`/giveaways/${giveawayId}/participants?`, 'alexis')).toMatchObject({ total: 1 });
});

it.each(['/challenge/attempts?', '/fair-play/players?'])(
  '%s marks its total as an estimate when it searches only some matches',
  async (url) => {
    expect((await search(url, 'alexis77')).isEstimate).toBe(false);
    expect((await search(url, 'alexis')).isEstimate).toBe(true);
  },
);
