// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { insertAttempt } from '../../../../tests/support/attempt-rows.ts';
import { type Player, startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { openPlay } from '../../../../tests/support/open-play.ts';
import { withReadings } from '../../../../tests/support/with-readings.ts';
import { transfer } from '../../../ledger/transfer.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { isRefusal, refuse } from '../../../platform/refusal.ts';
import { type StartDeps, type StartInput, startAttempt } from './start-attempt.ts';

const challenges = openForTests(startChallengesTest);
let deps: StartDeps;
beforeAll(async () => {
  deps = startDeps(challenges);
});

const epicOf = ({ id }: Player) => `epic-${id.slice(-8)}`;
const entryOf = (player: Player, parts: Partial<StartInput> = {}): StartInput => ({
  playerId: player.id,
  epicId: epicOf(player),
  challengeId: challenges.challengeId,
  challengeType: challenges.challengeType,
  isPractice: false,
  idempotencyKey: randomUUID(),
  network: player.id,
  ...parts,
});

/** The outcome of an entry if `work` runs between its checks and its transaction. */
function startWhile(input: StartInput, work: () => Promise<unknown>, among = deps) {
  let isDone = false;
  const { source } = among.games.fortnite;
  const read: typeof source.read = async (...asked) => {
    if (!isDone) {
      isDone = true;
      await work();
    }
    return source.read(...asked);
  };
  return startAttempt(input, withReadings(among, { source: { ...source, read } }));
}

/** The outcome of an entry if `work` runs within its transaction, after all other checks. */
function startBeside(input: StartInput, work: () => Promise<unknown>) {
  const hold: StartDeps['play']['hold'] = async () => {
    await outsideTransaction(work);
    return undefined;
  };
  return startAttempt(input, { ...deps, play: { ...openPlay, hold } });
}

async function expectNothingOf({ id }: Player, coins = 1000, attempts = 0): Promise<void> {
  const { db } = challenges.test;
  expect(await challenges.gamerCoins({ id, token: '' })).toBe(coins);
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from attempts where player_id = ${id}`,
  );
  expect(count).toBe(attempts);
}

it('refuses a second entry of the player', async () => {
  const player = await challenges.player();
  expect(await startWhile(entryOf(player), () => challenges.enter(player))).toEqual(refuse('attempt_active'));
  await expectNothingOf(player, 895, 1);
});

it('refuses an Epic account that another player is using or was bound to', async () => {
  const [player, other] = [await challenges.player(), await challenges.player()];
  const epicId = epicOf(player);
  let attemptId = '';
  const enter = async () => {
    ({ attemptId } = await challenges.enter(other, { epicId }));
  };
  expect(await startBeside(entryOf(player), enter)).toEqual(refuse('epic_account_active'));
  await challenges.playLater(attemptId, epicId);
  expect(await startAttempt(entryOf(player), deps)).toEqual(refuse('epic_account_taken'));
  const another = await challenges.player();
  const bind = () =>
    challenges.test.db.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values (${challenges.accounts.get(epicOf(another))?.id}, ${player.id}, 'x', now())`);
  expect(await startBeside(entryOf(another), bind)).toEqual(refuse('epic_account_taken'));
  for (const one of [player, another]) await expectNothingOf(one);
});

it("refuses an Epic account that another player's entry binds concurrently", async () => {
  const [player, other] = [await challenges.player(), await challenges.player()];
  const input = entryOf(player);
  const id = randomUUID().replaceAll('-', '');
  const solo = {
    matches: 9,
    wins: 1,
    top10: 2,
    top25: 3,
    kills: 9,
    minutesPlayed: 90,
    lastModified: new Date(0),
  };
  challenges.accounts.set(input.epicId, { id, solo });
  const bind = (tx: Tx) =>
    tx.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values (${id}, ${other.id}, 'x', now())`);
  const refused = await meanwhile(challenges.test.db, bind, () => startAttempt(input, deps));
  expect(refused).toEqual(refuse('epic_account_taken'));
  await expectNothingOf(player);
});

it('refuses practice that was used up', async () => {
  const player = await challenges.player();
  const practise = () =>
    insertAttempt(challenges.test.db, player.id, { status: 'FAILED', reason: 'x', isPractice: true });
  expect(await startWhile(entryOf(player, { isPractice: true }), practise)).toEqual(
    refuse('practice_not_offered'),
  );
  await expectNothingOf(player, 1000, 1);
});

it('replays the answer of an identical earlier request', async () => {
  const player = await challenges.player();
  const input = entryOf(player);
  let first: unknown;
  const begin = async () => {
    first = await startAttempt(input, deps);
  };
  expect(await startWhile(input, begin)).toEqual(first);
  expect(first).toEqual({ attemptId: expect.any(String) });
  // The same if the checks find the account active before its first attempt is stored.
  const another = entryOf(await challenges.player());
  let stored: unknown;
  const check: StartDeps['play']['check'] = async () => {
    stored = await startAttempt(another, deps);
    return undefined;
  };
  expect(await startAttempt(another, { ...deps, play: { ...openPlay, check } })).toEqual(stored);
  expect(isRefusal(stored)).toBe(false);
  await expectNothingOf(player, 895, 1);
});

it('refuses when the fee changed or the challenge was closed', async () => {
  const player = await challenges.player();
  const { db } = challenges.test;
  const set = (change: ReturnType<typeof sql>) => () =>
    db.run(sql`update challenge_variants set ${change} where challenge_id = ${challenges.challengeId}`);
  const input = () => entryOf(player, { entryFeeGC: 105 });
  expect(await startWhile(input(), set(sql`entry_fee_gc = 104`))).toEqual(
    refuse('entry_fee_changed', { fee: 104 }),
  );
  await set(sql`entry_fee_gc = 105`)();
  const close = (isActive: boolean) => () =>
    db.run(sql`update challenges set is_active = ${isActive} where id = ${challenges.challengeId}`);
  expect(await startWhile(input(), close(false))).toEqual(refuse('challenge_inactive'));
  await close(true)();
  await expectNothingOf(player);
});

it('checks play limits and the coin limit for entries, but not for practice', async () => {
  const player = await challenges.player();
  const asked: unknown[] = [];
  const note: Pick<StartDeps, 'play' | 'takeCoins'> = {
    play: {
      ...openPlay,
      async hold(_tx, spending) {
        asked.push(spending);
        return undefined;
      },
    },
    async takeCoins(_tx, way, coins) {
      asked.push([way, coins]);
      return false;
    },
  };
  const paused = refuse('entries_paused', { seconds: expect.any(Number) });
  expect(await startAttempt(entryOf(player), { ...deps, ...note })).toEqual(paused);
  expect(await startAttempt(entryOf(player, { isPractice: true }), { ...deps, ...note })).toEqual(paused);
  const spending = { playerId: player.id, kind: 'entry' };
  expect(asked).toEqual([
    { ...spending, amount: 105 },
    ['challenges', 195],
    { ...spending, amount: 0 },
    ['challenges', 0],
  ]);
  const hold: StartDeps['play']['hold'] = async () => refuse('not_found');
  expect(await startAttempt(entryOf(player), { ...deps, play: { ...openPlay, hold } })).toEqual(
    refuse('not_found'),
  );
  await expectNothingOf(player);
});

it('adds an accepted entry to the reading load once, and no refused entry', async () => {
  const player = await challenges.player();
  let added = 0;
  const counting = withReadings(deps, { load: { ...deps.games.fortnite.load, add: () => added++ } });
  const input = entryOf(player);
  const begin = () => startAttempt(input, counting);
  await startWhile(input, begin, counting);
  expect(added).toBe(1);
  await begin();
  // Both the checks and the transaction refuse it.
  await startAttempt(entryOf(player), counting);
  const other = await challenges.player();
  const hold = async () => refuse('play_paused');
  await startAttempt(entryOf(other), { ...counting, play: { ...openPlay, hold } });
  expect(added).toBe(1);
});

it('starts no attempt when the coins were spent', async () => {
  const player = await challenges.player({ gamerCoins: 105 });
  const spend = () =>
    challenges.test.db.transaction((tx) =>
      transfer(tx, {
        ...{ currency: 'GC', amount: 1, from: { player: player.id }, to: { house: 'adjustments' } },
        ...{ type: 'admin_credit', reference: player.id, idempotencyKey: randomUUID(), description: 'Spent' },
      }),
    );
  expect(await startBeside(entryOf(player), spend)).toMatchObject({ refused: 'insufficient_coins' });
  await expectNothingOf(player, 104);
});
