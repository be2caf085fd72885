// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sharp, { type Region } from 'sharp';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { drawGiveawayPicture, type GiveawayPictureFacts } from './draw-share-picture.ts';
import { readGiveawayHead } from './giveaway-head.ts';

const test = openForTests(startTestApp);
let admin: string;
beforeAll(async () => {
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
});

const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString();

async function create(parts: object = {}): Promise<string> {
  const payload = {
    title: 'Friday drop',
    prizeType: 'GC',
    prizeAmount: 1_500,
    startDate: inHours(-1),
    endDate: inHours(2),
    winnerCount: 3,
    ...parts,
  };
  const url = '/giveaways/create';
  const answer = await test.call({ method: 'POST', url, token: admin, key: randomUUID(), payload });
  return answer.json().data._id;
}
async function enter(giveawayId: string) {
  const player = await createPlayer(test.db, { name: 'Ada Lovelace' });
  const url = `/giveaways/${giveawayId}/enter`;
  const token = await test.signIn(player.id);
  expect((await test.call({ method: 'POST', url, token, key: randomUUID() })).statusCode).toBe(200);
  return player;
}
const readHead = (id: string) =>
  readGiveawayHead(id, { db: test.db, clock: test.clock, brandName: 'FinalRing' });
const getPicture = (id: string) => test.app.http.inject({ url: `/giveaways/${id}/picture.jpg` });

it('shows the prizes, and after the draw that it is over, without names', async () => {
  const giveawayId = await create();
  const players = [await enter(giveawayId), await enter(giveawayId)];
  expect(await readHead(giveawayId)).toMatchObject({
    title: 'Friday drop: win 1,500 GC',
    description: expect.stringMatching(/^Free to enter: 3 winners of 1,500 GC each\. Ends .+ UTC\./),
    picture: { facts: { phase: 'active', winners: '3 winners' } },
  });
  const before = await getPicture(giveawayId);
  expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const { width, height } = await sharp(before.rawPayload).metadata();
  expect([width, height]).toEqual([1200, 630]);
  expect(before.rawPayload.length).toBeLessThan(150_000);

  test.clock.advance(3 * 3_600_000);
  await (test.app.tasks['draw-giveaways'] as Task)({} as never);
  const drawn = await readHead(giveawayId);
  expect(drawn).toMatchObject({
    title: 'Drawn: Friday drop',
    // As many as entered.
    description: expect.stringMatching(/^2 winners of 1,500 GC each, drawn on .+ UTC\. Seed and list/),
    picture: { facts: { phase: 'finished', winners: '2 winners' } },
  });
  for (const player of players) {
    for (const secret of [player.id, 'Ada', await handleOf(test.db, player)])
      expect(JSON.stringify(drawn)).not.toContain(secret);
  }
  expect((await getPicture(giveawayId)).headers.etag).not.toBe(before.headers.etag);
});

it('the preview is hidden for inactive and deleted giveaways', async () => {
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
  const [hidden, deleted] = [await create({ isActive: false }), await create()];
  await test.db.run(sql`update giveaways set deleted_at = now() where id = ${deleted}`);
  for (const name of [hidden, deleted, 'nothing', randomUUID(), '%00', "'"]) {
    const gone = await getPicture(name);
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  }
  expect(await readHead(hidden)).toBeUndefined();
});

it('draws any title and prize', async () => {
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
  const title = `<script>&"'生 ${'wide '.repeat(12)}`.slice(0, 60);
  const odd = await create({ title, prizeType: 'XP', prizeAmount: 1_000_000, winnerCount: 1 });
  expect(await readHead(odd)).toMatchObject({ picture: { facts: { winners: '1 winner' } } });
  expect((await getPicture(odd)).statusCode).toBe(200);
});

it('shows times in UTC for each phase', async () => {
  const brandName = 'FinalRing';
  const insert = (prizeType: string, winnerCount: number) =>
    test.db.one<{ id: string }>(sql`
      insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
      values ('Drop', ${prizeType}, 1200, ${winnerCount}, '2026-03-05T09:07Z', '2026-11-16T18:30Z', repeat('1', 64), repeat('2', 64))
      returning id`);
  const headAt = async (id: string, now: string) =>
    readGiveawayHead(id, { db: test.db, clock: { now: () => new Date(now) }, brandName });
  const { id } = await insert('GC', 1_000);
  const facts = {
    ...{ title: 'Drop', prizeType: 'GC', prizeAmount: 1200, winners: '1,000 winners', brandName },
  };
  const open = (phase: string, time: string) => ({
    title: 'Drop: win 1,200 GC',
    description: `Free to enter: 1,000 winners of 1,200 GC each. ${time}. Anyone can check the draw.`,
    picture: { facts: { ...facts, phase, time }, draw: expect.any(Function) },
  });
  expect(await headAt(id, '2026-03-05T09:06Z')).toEqual(open('upcoming', 'Opens 5 Mar, 09:07 UTC'));
  expect(await headAt(id, '2026-03-05T09:07Z')).toEqual(open('active', 'Ends 16 Nov, 18:30 UTC'));
  expect(await headAt(id, '2026-11-16T18:30Z')).toEqual(open('drawing', 'Ended 16 Nov, 18:30 UTC'));

  const player = await createPlayer(test.db);
  const { id: drawn } = await insert('XP', 3);
  await test.db.run(sql`
    insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as) values (${drawn}, ${player.id}, now(), 1)`);
  await test.db.run(sql`
    update giveaways set drawn_at = '2026-11-16T23:59Z', entrants_hash = repeat('3', 64) where id = ${drawn}`);
  const time = '16 Nov, 23:59 UTC';
  expect(await headAt(drawn, '2026-12-01T00:00Z')).toEqual({
    title: 'Drawn: Drop',
    description: `1 winner of 1,200 XP each, drawn on ${time}. Seed and list are public, so your browser can re-check the draw.`,
    picture: {
      facts: { ...facts, prizeType: 'XP', winners: '1 winner', phase: 'finished', time: `Drawn ${time}` },
      draw: expect.any(Function),
    },
  });
});

it('draws the text in separate lines, and a coin beside an amount of coins', { tags: ['long'] }, async () => {
  const facts: GiveawayPictureFacts = {
    title: 'Drop',
    phase: 'active',
    prizeType: 'GC',
    prizeAmount: 1200,
    winners: '3 winners',
    time: 'Ends 24 Nov, 18:00 UTC',
    brandName: '',
  };
  /** How much a part of the picture differs from a picture without it. */
  const changed = async (one: GiveawayPictureFacts, other: GiveawayPictureFacts, part: Region) => {
    const [first, second] = await Promise.all(
      [one, other].map(async (each) =>
        sharp(await drawGiveawayPicture(each))
          .extract(part)
          .greyscale()
          .raw()
          .toBuffer(),
      ),
    );
    return first?.filter((value, place) => Math.abs(value - (second?.[place] ?? 0)) > 60).length ?? 0;
  };
  const line = (top: number, height = 40) => ({ left: 72, top, width: 400, height });
  const isIn = async (without: Partial<GiveawayPictureFacts>, part: Region) =>
    (await changed(facts, { ...facts, ...without }, part)) > 100;
  // Title, winners, time, amount.
  expect(await isIn({ title: ' ' }, line(200, 70))).toBe(true);
  expect(await isIn({ winners: ' ' }, line(285))).toBe(true);
  expect(await isIn({ winners: ' ' }, line(333))).toBe(false);
  expect(await isIn({ time: ' ' }, line(333))).toBe(true);
  expect(await isIn({ time: ' ' }, line(285))).toBe(false);
  expect(await isIn({ phase: 'finished' }, line(155, 30))).toBe(true);
  const amount = { left: 72, top: 500, width: 500, height: 70 };
  const coin = { ...amount, width: 70 };
  expect(await isIn({ prizeAmount: 999 }, amount)).toBe(true);
  expect(await isIn({ prizeAmount: 999 }, coin)).toBe(false);
  expect(await isIn({ prizeType: 'XP' }, coin)).toBe(true);
  // The currency, behind the amount.
  const inkBehind = async (prizeType: 'GC' | 'XP', from: number) => {
    const part = { left: from, top: 535, width: 150, height: 30 };
    const picture = sharp(await drawGiveawayPicture({ ...facts, prizeType })).extract(part);
    return (await picture.greyscale().raw().toBuffer()).filter((value) => value > 110).length;
  };
  expect(await inkBehind('GC', 340)).toBeGreaterThan(500);
  expect(await inkBehind('XP', 260)).toBeGreaterThan(100);
});
