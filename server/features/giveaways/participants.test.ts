// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminGiveaway } from '../../../contract/giveaways-admin.ts';
import { type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const app = openForTests(startAdminTest);
let helper: Person;
beforeAll(async () => {
  helper = await app.holding('giveaways:read');
});

async function giveaway(title: string): Promise<string> {
  const { id } = await app.db.one<{ id: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values (${title}, 'GC', 5, 3, now(), now() + interval '1 day', repeat('0', 64), repeat('0', 64)) returning id`);
  return id;
}

/** Entrants 1 to `count`, one per second; the first two win. */
async function enterMany(giveawayId: string, count: number): Promise<void> {
  await app.db.run(sql`
    with crowd as (
      insert into players (name, email, referral_code)
      select 'Entrant ' || n, n || '@' || ${giveawayId}::text, upper(left(md5(n || ${giveawayId}::text), 12)) from generate_series(1, ${count}::int) n
      returning id, split_part(name, ' ', 2)::int as n)
    insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as)
    select ${giveawayId}::uuid, id, timestamptz '2026-01-01' + n * interval '1 second', case when n <= 2 then n end
    from crowd`);
}

async function get(url: string, { token } = helper) {
  const answer = await app.call({ url, token });
  return { status: answer.statusCode, ...answer.json() };
}
const getParticipants = async (id: string, query = '') =>
  listIn<{ list: { name: string }[]; total: number }>(await get(`/giveaways/${id}/participants?${query}`));
const getNames = (list: { name: string }[]) => list.map(({ name }) => name.replace('Entrant ', ''));

describe('the list of giveaways', () => {
  it('shows the winners, the newest participants and the total', async () => {
    const [crowded, empty] = [await giveaway('Crowded'), await giveaway('Empty')];
    await enterMany(crowded, 230);
    const all: AdminGiveaway[] = (await get('/giveaways/all')).data;
    const found = all.find(({ _id }) => _id === crowded);
    expect(found?.participantCount).toBe(230);
    expect(found?.participants).toHaveLength(200);
    expect(getNames(found?.participants ?? []).slice(0, 4)).toEqual(['1', '2', '230', '229']);
    expect(found?.participants.filter(({ hasWon }) => hasWon)).toHaveLength(2);
    expect(all.find(({ _id }) => _id === empty)).toMatchObject({ participants: [], participantCount: 0 });
  });

  it('answers administrators with participants and players with their own entry', async () => {
    const id = await giveaway('For both');
    await enterMany(id, 3);
    const { data, total } = await get('/giveaways');
    expect(total).toBe(data.length);
    expect(data).toEqual((await get('/giveaways/all')).data);
    const found = data.find(({ _id }: AdminGiveaway) => _id === id);
    expect(found).toMatchObject({ participantCount: 3, participants: [{}, {}, {}] });
    const player = await app.person();
    const own = (await get('/giveaways', player)).data;
    expect(own).toEqual((await get('/giveaways/mine', player)).data);
    expect(own.find(({ _id }: AdminGiveaway) => _id === id)?.participants).toBe(3);
  });

  it('can be searched and paged', async () => {
    for (const title of ['Summer 50%', 'Summer 500', 'SUMMER 50% b']) await giveaway(title);
    const titles = async (query: string) =>
      (await get(`/giveaways/all?${query}`)).data.map(({ title }: AdminGiveaway) => title);
    const search = `search=${encodeURIComponent('summer 50%')}`;
    expect((await titles(search)).sort()).toEqual(['SUMMER 50% b', 'Summer 50%']);
    const pages = [await titles(`${search}&pageSize=1`), await titles(`${search}&pageSize=1&page=2`)];
    expect(pages.flat().sort()).toEqual(['SUMMER 50% b', 'Summer 50%']);
    expect((await get('/giveaways/all?pageSize=501')).status).toBe(400);
  });
});

describe('participants of a giveaway', () => {
  it('are paged, newest first, and searched like users', async () => {
    const [id, other] = [await giveaway('Paged'), await giveaway('Other')];
    await enterMany(id, 30);
    await enterMany(other, 3);
    const first = await getParticipants(id);
    expect([first.total, first.list.length]).toEqual([30, 25]);
    const second = await getParticipants(id, 'page=2');
    expect(getNames([...first.list, ...second.list])).toEqual(
      Array.from({ length: 30 }, (_, place) => String(30 - place)),
    );
    const found = await getParticipants(id, `search=${encodeURIComponent('ENTRANT 3')}`);
    expect([getNames(found.list), found.total]).toEqual([['30', '3'], 2]);
    expect(await getParticipants(id, 'search=nobody')).toEqual({ list: [], total: 0 });
  });

  it('are shown for known giveaways to entitled administrators', async () => {
    const id = await giveaway('Guarded');
    expect((await get(`/giveaways/${randomUUID()}/participants`)).status).toBe(404);
    expect((await get(`/giveaways/${id}/participants?page=0`)).status).toBe(400);
    expect((await get(`/giveaways/${id}/participants`, await app.person())).status).toBe(403);
  });
});
