// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ChallengesTest, type Player, startChallengesTest } from '../../../tests/support/challenges.ts';
import { auditLedger } from '../../audit.ts';
import { getBalances } from '../../ledger/balances.ts';
import type { Task } from '../../platform/jobs/outbox.ts';

let challenges: ChallengesTest;
let admin: Player;
beforeAll(async () => {
  challenges = await startChallengesTest();
  admin = await challenges.player({ role: 'SUPER_ADMIN' });
  await challenges.test.db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_amount)
    values ('Bring a friend', 'REFERRAL', '{REFER_FRIEND}', ${challenges.test.clock.now()}::timestamptz - interval '1 day',
      ${challenges.test.clock.now()}::timestamptz + interval '900 days', 100)`);
});
afterAll(async () => {
  const { proofs } = await auditLedger(challenges.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await challenges.close();
});

let referrer: Player;
let friend: Player;
beforeEach(async () => {
  await facts();
  [referrer, friend] = [await challenges.player(), await challenges.player()];
  await tell('player.signed-in', {
    playerId: friend.id,
    referrerId: referrer.id,
    networkHash: randomUUID(),
    at: challenges.test.clock.now().toISOString(),
  });
});

function tell(name: string, fact: object): Promise<void> {
  return (challenges.test.app.tasks[name] as Task)(fact as never);
}

/** Takes the published events about challenges and referrals out of the queue, in order. */
async function facts(): Promise<{ task: string; payload: object }[]> {
  return challenges.test.db.rows(sql`
    with taken as (
      delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id
        and tasks.identifier in ('challenge.finished', 'challenge.voided', 'referral.qualified', 'referral.undone')
      returning tasks.identifier as task, jobs.payload, jobs.id
    )
    select task, payload from taken order by id`);
}
async function deliverPending(): Promise<void> {
  for (let told = await facts(); told.length > 0; told = await facts()) {
    for (const { task, payload } of told) await tell(task, payload);
  }
}

/** The friend finishes a challenge, half a day after the previous one. */
async function finish(): Promise<string> {
  challenges.test.clock.advance(12 * 3_600_000);
  const epicId = `epic-${friend.id.slice(-8)}`;
  const { attemptId } = await challenges.enter(friend, { epicId });
  await challenges.playLater(attemptId, epicId);
  return attemptId;
}
async function voidIt(attemptId: string): Promise<void> {
  expect((await challenges.voidAttempt(admin, attemptId)).statusCode).toBe(200);
}

/** State of the referral, the referrer's token and coins, and the profile's count. */
async function stands(): Promise<[status: string, tokens: number, coins: number, counted: number]> {
  const { test } = challenges;
  const { data } = (await test.call({ url: '/referrals', token: referrer.token })).json();
  const profile = (await test.call({ url: '/auth/get-profile', token: referrer.token })).json().data;
  const { referralTokens, gamerCoins } = await getBalances(test.db, referrer.id);
  return [data[0].status, referralTokens, gamerCoins - 1000, profile.totalReferrals];
}

const counts = ['qualified', 1, 100, 1];
const open = ['signed_up', 0, 0, 0];

describe('voiding the attempt that qualified a referral', () => {
  it('takes token, reward and count back once', { tags: ['long'] }, async () => {
    const attemptId = await finish();
    await deliverPending();
    expect(await stands()).toEqual(counts);
    await voidIt(attemptId);
    const [voided] = await facts();
    await Promise.all([1, 2, 3].map(() => tell('challenge.voided', voided?.payload ?? {})));
    await deliverPending();
    expect(await stands()).toEqual(open);
    await tell('challenge.voided', voided?.payload ?? {});
    await deliverPending();
    expect(await stands()).toEqual(open);
  });

  it('also affects an inviter whose account is deleted but can be restored', { tags: ['long'] }, async () => {
    const attemptId = await finish();
    await deliverPending();
    const { db } = challenges.test;
    await db.run(sql`update players set deleted_at = now() where id = ${referrer.id}`);
    await voidIt(attemptId);
    await deliverPending();
    await db.run(sql`update players set deleted_at = null where id = ${referrer.id}`);
    expect(await stands()).toEqual(open);
  });

  it('lets a later attempt qualify it, once', { tags: ['long'] }, async () => {
    const cheated = await finish();
    await deliverPending();
    await voidIt(cheated);
    await deliverPending();
    await finish();
    await finish();
    await deliverPending();
    expect(await stands()).toEqual(counts);
  });

  it('lets the next finished attempt qualify it, and can undo that too', { tags: ['long'] }, async () => {
    const [first, second] = [await finish(), await finish()];
    await deliverPending();
    await voidIt(first);
    await deliverPending();
    expect(await stands()).toEqual(counts);
    await voidIt(second);
    await deliverPending();
    expect(await stands()).toEqual(open);
    const third = await finish();
    await deliverPending();
    expect(await stands()).toEqual(counts);
    await voidIt(third);
    await deliverPending();
    expect(await stands()).toEqual(open);
  });

  it('leaves a referral unchanged if another attempt qualified it', { tags: ['long'] }, async () => {
    await finish();
    const second = await finish();
    await deliverPending();
    await voidIt(second);
    await deliverPending();
    expect(await stands()).toEqual(counts);
  });

  it("has the same result when the attempt's end is handled later or concurrently", {
    tags: ['long'],
  }, async () => {
    const attemptId = await finish();
    await voidIt(attemptId);
    const [finished, voided] = await facts();
    await tell('challenge.voided', voided?.payload ?? {});
    await tell('challenge.finished', finished?.payload ?? {});
    await deliverPending();
    expect(await stands()).toEqual(open);
    for (const attempt of [await finish(), await finish()]) await voidIt(attempt);
    await Promise.all((await facts()).map(({ task, payload }) => tell(task, payload)));
    await deliverPending();
    expect(await stands()).toEqual(open);
  });

  it('undoes the reward even when it is paid after the undoing', { tags: ['long'] }, async () => {
    const attemptId = await finish();
    const [finished] = await facts();
    await tell('challenge.finished', finished?.payload ?? {});
    await voidIt(attemptId);
    const [qualified, voided] = await facts();
    await tell('challenge.voided', voided?.payload ?? {});
    for (const { task, payload } of await facts()) await tell(task, payload);
    await tell('referral.qualified', qualified?.payload ?? {});
    expect(await stands()).toEqual(open);
  });

  it('ends a pending review, and keeps a rejection', { tags: ['long'] }, async () => {
    const { db } = challenges.test;
    await db.run(sql`update referrals set is_same_network = true where invitee_id = ${friend.id}`);
    const attemptId = await finish();
    await deliverPending();
    expect((await stands())[0]).toBe('in_review');
    await voidIt(attemptId);
    await deliverPending();
    expect(await stands()).toEqual(open);
    const second = await finish();
    await deliverPending();
    const response = await challenges.test.call({
      method: 'POST',
      url: `/referrals/${friend.id}/decide`,
      token: admin.token,
      key: randomUUID(),
      payload: { isCounted: false, reason: 'One person' },
    });
    expect(response.statusCode).toBe(200);
    await voidIt(second);
    await deliverPending();
    await finish();
    await deliverPending();
    expect((await stands())[0]).toBe('not_counted');
  });

  it('undoes a referral that an administrator counted', async () => {
    await challenges.test.db.run(
      sql`update referrals set is_same_network = true where invitee_id = ${friend.id}`,
    );
    const attemptId = await finish();
    await deliverPending();
    const response = await challenges.test.call({
      method: 'POST',
      url: `/referrals/${friend.id}/decide`,
      token: admin.token,
      key: randomUUID(),
      payload: { isCounted: true, reason: 'Brothers' },
    });
    expect(response.statusCode).toBe(200);
    await deliverPending();
    expect(await stands()).toEqual(counts);
    await voidIt(attemptId);
    await deliverPending();
    expect(await stands()).toEqual(open);
  });
});
