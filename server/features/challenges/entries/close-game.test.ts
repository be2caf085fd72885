// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { maxClosureReason } from '../../../../contract/games-admin.ts';
import { startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { meanwhile, waitUntilSomeoneWaits } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { closeGame } from './close-game.ts';
import { holdGame, lockGame, storeClosure } from './closed-game-store.ts';
import { startAttempt } from './start-attempt.ts';

const challenges = openForTests(startChallengesTest);
let admin: string;
beforeAll(async () => {
  admin = await challenges.test.signIn((await createPlayer(challenges.test.db, { role: 'ADMIN' })).id);
});
afterEach(() => challenges.test.db.run(sql`delete from closed_games`));

const url = '/challenge/games/fortnite/closure';
const reason = 'Its stats are down';
const close = (token = admin, payload: object = { reason }) =>
  challenges.test.call({ method: 'PUT', url, token, payload });
const open = (token = admin) => challenges.test.call({ method: 'DELETE', url, token });
const ask = async (path: string, token: string) =>
  (await challenges.test.call({ method: 'GET', url: path, token })).json().data;
const refusal = { status: 409, code: 'game_closed', data: { game: 'Fortnite', reason } };

it('refuses entries, practice and checks while a game is closed, and accepts them once it is open again', async () => {
  const player = await challenges.player();
  expect((await close()).json()).toMatchObject({ data: { game: 'fortnite', closed: { reason } } });
  const asked = challenges.source.requests.length;
  expect(await challenges.enter(player)).toMatchObject(refusal);
  expect(await challenges.enter(player, { isPractice: true })).toMatchObject(refusal);
  const checked = await challenges.test.call({
    method: 'POST',
    url: '/challenge/check-account',
    token: player.token,
    payload: { epicId: 'Somebody' },
  });
  expect(checked.json()).toMatchObject({ code: 'game_closed' });
  expect(checked.json().message).toContain(`“${reason}” No coins were taken.`);
  expect(challenges.source.requests).toHaveLength(asked);
  expect(await challenges.gamerCoins(player)).toBe(1000);

  expect((await open()).json()).toMatchObject({ data: { game: 'fortnite', closed: null } });
  expect(await challenges.enter(player)).toMatchObject({ status: 200 });
});

it('keeps deciding running attempts while their game is closed', async () => {
  const player = await challenges.player();
  const { attemptId } = await challenges.enter(player, { epicId: 'Running' });
  await close();
  await challenges.playLater(attemptId, 'running', { placement: 1, kills: 9 });
  expect(await challenges.attempt(player, attemptId)).toMatchObject({ status: 'SUCCESS' });
});

it('shows players and administrators why its challenges are closed, and hides them from visitors', async () => {
  const { token } = await challenges.player();
  const { challengeId } = challenges;
  const listed = async () =>
    (await ask('/challenge/get-all', token)).find(({ _id }: { _id: string }) => _id === challengeId);
  const landed = async () => (await ask('/landing', token)).challenges;
  expect(await listed()).toMatchObject({ isActive: true });
  expect(await listed()).not.toHaveProperty('closedBecause');
  await close();
  await expect.poll(listed).toMatchObject({ isActive: false, closedBecause: reason });
  await expect.poll(landed).toEqual([]);
  const administered = async () =>
    (await ask('/challenge/all', admin)).find(({ _id }: { _id: string }) => _id === challengeId);
  expect(await administered()).toMatchObject({ isActive: true, closedBecause: reason });
  await open();
  await expect.poll(listed).toMatchObject({ isActive: true });
  expect(await administered()).toMatchObject({ isActive: true });
  expect(await administered()).not.toHaveProperty('closedBecause');
});

it('logs each change, and nothing for a call without effect', async () => {
  const { db } = challenges.test;
  const written = () =>
    db.rows(sql`
      select action, subject, before, after, reason from admin_changes where subject = 'game:fortnite' order by id`);
  const before = (await written()).length;
  await close();
  await close();
  await close(admin, { reason: 'Still down' });
  await open();
  await open();
  const entry = { action: 'game.close', subject: 'game:fortnite' };
  expect((await written()).slice(before)).toEqual([
    { ...entry, before: { closed: null }, after: { closed: reason }, reason },
    { ...entry, before: { closed: reason }, after: { closed: 'Still down' }, reason: 'Still down' },
    { ...entry, action: 'game.open', before: { closed: 'Still down' }, after: { closed: null }, reason: '' },
  ]);
});

it('requires the permission, a reason and a configured game to close', async () => {
  const { token } = await challenges.player();
  expect([(await close(token)).statusCode, (await open(token)).statusCode]).toEqual([403, 403]);
  expect((await challenges.test.call({ method: 'GET', url: '/challenge/games', token })).statusCode).toBe(
    403,
  );
  expect((await close(admin, { reason: ' ' })).statusCode).toBe(400);
  const longest = 'Its stats\nare down. '.repeat(20).slice(0, maxClosureReason - 1);
  expect((await close(admin, { reason: `${longest}.` })).statusCode).toBe(200);
  await open();
  const other = {
    method: 'PUT',
    url: '/challenge/games/pubg/closure',
    token: admin,
    payload: { reason },
  } as const;
  expect((await challenges.test.call(other)).statusCode).toBe(404);
  expect(await ask('/challenge/games', admin)).toMatchObject([{ game: 'fortnite', closed: null }]);
});

const entryOf = (playerId: string) => ({
  playerId,
  epicId: `racing-${playerId.slice(-8)}`,
  network: playerId,
  challengeId: challenges.challengeId,
  challengeType: challenges.challengeType,
  isPractice: false,
  idempotencyKey: randomUUID(),
});

it('refuses an entry that was checked before its game closed and is stored afterwards', async () => {
  const { id } = await challenges.player();
  const { db, clock } = challenges.test;
  const refused = await meanwhile(
    db,
    async (tx) => {
      await lockGame(tx, 'fortnite');
      await storeClosure(tx, 'fortnite', { reason, closedAt: clock.now() });
    },
    () => startAttempt(entryOf(id), startDeps(challenges)),
  );
  expect(refused).toEqual({ refused: 'game_closed', data: { game: 'Fortnite', reason } });
});

it('waits for entries in progress, so that none starts after the game is closed', async () => {
  const { db } = challenges.test;
  const actorId = (await createPlayer(db, { role: 'ADMIN' })).id;
  const player = await challenges.player();
  const deps = startDeps(challenges);
  let isClosed = false;
  let closing: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await holdGame(tx, 'fortnite');
    // Entries don't wait for each other.
    const entered = await outsideTransaction(() => startAttempt(entryOf(player.id), deps));
    expect(entered).toHaveProperty('attemptId');
    closing = outsideTransaction(() => closeGame({ actorId, game: 'fortnite', reason }, deps)).then(
      (done) => {
        isClosed = true;
        return done;
      },
    );
    await waitUntilSomeoneWaits(db, () => isClosed);
    expect(isClosed).toBe(false);
  });
  expect(await closing).toMatchObject({ closed: { reason } });
});
