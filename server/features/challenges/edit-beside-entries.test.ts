// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type ChallengesTest, startChallengesTest } from '../../../tests/support/challenges.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import { lockChallenge, updateChallenge } from './challenge-admin-store.ts';

const challenges = openForTests(startChallengesTest);

/** The result of `work`, or "blocked" as soon as a statement of this database waits for a lock. */
async function unlessBlocked<Answer>(work: Promise<Answer>): Promise<Answer | 'blocked'> {
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      const waiting = await challenges.test.db.row(sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      if (waiting) return 'blocked' as const;
    }
    return work;
  };
  const done = work.finally(() => {
    isDone = true;
  });
  return Promise.race([done, outsideTransaction(watch)]);
}

it('a player can enter while an administrator saves the challenge', async () => {
  const { test, challengeId } = challenges;
  const player = await challenges.player({ gamerCoins: 500 });
  let entering: ReturnType<ChallengesTest['enter']> | undefined;
  const seen = await test.db.transaction(async (tx) => {
    expect(await lockChallenge(tx, challengeId)).toBe(true);
    await updateChallenge(tx, challengeId, { description: 'Being edited', isActive: true }, test.clock.now());
    entering = challenges.enter(player);
    return unlessBlocked(entering);
  });
  await entering;
  expect(seen).toMatchObject({ status: 200 });
});

it('an administrator can save the challenge while a player enters it', async () => {
  const { test, challengeId } = challenges;
  const admin = await test.signIn((await createPlayer(test.db, { role: 'ADMIN' })).id);
  let saving: Promise<{ statusCode: number }> | undefined;
  const seen = await test.db.transaction(async (tx) => {
    // The lock that the foreign key of an uncommitted entry takes.
    await tx.row(sql`select from challenges where id = ${challengeId} for key share`);
    saving = test.call({
      method: 'PATCH',
      url: `/challenge/${challengeId}/active`,
      token: admin,
      payload: { isActive: true },
    });
    return unlessBlocked(saving);
  });
  await saving;
  expect(seen).toMatchObject({ statusCode: 200 });
});

it('two administrators save a challenge one after the other', async () => {
  const { test, challengeId } = challenges;
  const left = () =>
    test.db.rows(sql`select from challenges where id = ${challengeId} for no key update skip locked`);
  await test.db.transaction(async (tx) => {
    expect(await outsideTransaction(left)).toHaveLength(1);
    await lockChallenge(tx, challengeId);
    expect(await outsideTransaction(left)).toEqual([]);
  });
});

it('an index finds the entries of a challenge', async () => {
  const row = await challenges.test.db.row(sql`
    select from pg_index where indrelid = 'attempts'::regclass and indpred is null
      and indkey[0] = (
        select attnum from pg_attribute where attrelid = 'attempts'::regclass and attname = 'challenge_id')`);
  expect(row).toBeDefined();
});
