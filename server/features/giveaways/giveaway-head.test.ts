import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { readGiveawayHead } from './giveaway-head.ts';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
});
afterAll(() => test.close());

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

it('says what can be won, and once it is drawn that it is, without anybody’s name', async () => {
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
    description: expect.stringMatching(/^2 winners of 1,500 GC each, drawn on .+ UTC\. The seed/),
    picture: { facts: { phase: 'finished', winners: '2 winners' } },
  });
  for (const player of players) {
    for (const secret of [player.id, 'Ada', await handleOf(test.db, player)])
      expect(JSON.stringify(drawn)).not.toContain(secret);
  }
  expect((await getPicture(giveawayId)).headers.etag).not.toBe(before.headers.etag);
});

it('says nothing of what players are shown none of', async () => {
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
