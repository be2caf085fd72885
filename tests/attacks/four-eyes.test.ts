// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Person } from '../support/admin.ts';
import { dayMs, startApprovalsTest } from '../support/approvals.ts';
import { insertAttempt } from '../support/attempt-rows.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const app = openForTests(() => startApprovalsTest({ log: journal.log }));
let boss: Person;
let friend: Person;
beforeAll(async () => {
  friend = await app.person();
});
beforeEach(async () => {
  // Earlier changes of administrators must count as long ago.
  app.clock.advance(30 * dayMs);
  boss = { id: app.boss.id, token: await app.signIn(app.boss.id) };
});

attack('2.3.5', 'get approval through a chain of accomplices appointed by each other', async () => {
  const [first, last] = [await app.person(), await app.person()];
  const appoint = async (by: Person, of: Person) => {
    const fresh = { id: by.id, token: await app.signIn(by.id) };
    expect((await app.update(fresh, of, { role: 'SUPER_ADMIN' })).statusCode).toBe(200);
  };
  await appoint(boss, first);
  await appoint(first, last);
  app.clock.advance(8 * dayMs);
  boss.token = await app.signIn(boss.id);
  const id = await app.ask(boss, friend, 5006);
  return journal.refused(await app.approve(last, id), 'approval_not_yours');
});

attack('2.3.5', 'make a request as a new accomplice and approve it oneself', async () => {
  const accomplice = await app.person();
  expect((await app.update(boss, accomplice, { role: 'SUPER_ADMIN' })).statusCode).toBe(200);
  accomplice.token = await app.signIn(accomplice.id);
  const id = await app.ask(accomplice, friend, 5007);
  return journal.refused(await app.approve(boss, id), 'approval_not_yours');
});

attack('2.3.5', 'suspend every other approver to be the only one', async () => {
  const lucky = await app.person();
  const officers = await app.db.rows<Person>(sql`
    select id, '' as token from players where role = 'SUPER_ADMIN' and id <> ${boss.id} and suspended_at is null`);
  for (const one of officers) expect((await app.post(boss, one, 'suspend')).statusCode).toBe(200);
  const asked = await app.update(boss, lucky, { gamerCoins: 900_000, reason: 'a prize' });
  for (const one of officers) expect((await app.post(boss, one, 'unsuspend')).statusCode).toBe(200);
  await app.serve(dayMs + 60_000);
  expect(await app.coins(lucky)).toBe(0);
  return journal.refused(asked, 'waits_for_approval');
});

attack('2.3.5', 'use server downtime to run out the objection period', async () => {
  const lucky = await app.person();
  const others = sql`role = 'SUPER_ADMIN' and id <> ${boss.id}`;
  await app.db.run(sql`update players set suspended_at = now() where ${others}`);
  const asked = await app.update(boss, lucky, { gamerCoins: 900_000, reason: 'a prize' });
  expect(asked.json().data.dueAt).not.toBeNull();
  app.clock.advance(25 * 3_600_000);
  await app.sweep();
  await app.db.run(sql`update players set suspended_at = null where ${others}`);
  expect(await app.coins(lucky)).toBe(0);
  return journal.refused(asked, 'waits_for_approval');
});

attack('2.3.5', "rule a friend's lost result as won alone, for its XP", async () => {
  const now = app.clock.now();
  const parts = {
    status: 'FAILED',
    startedAt: now,
    completedAt: now,
    entryFeeGC: 300,
    refundGC: 300,
  } as const;
  const attemptId = await insertAttempt(app.db, friend.id, parts);
  const by = { id: friend.id, token: await app.signIn(friend.id) };
  const words = { words: 'It was a win, look at it' };
  const opened = await app.send(by, 'POST', `/challenge/attempts/${attemptId}/dispute`, words);
  const url = `/challenge/disputes/${opened.json().data._id}/decide`;
  const answer = await app.send(boss, 'POST', url, { outcome: 'won', answer: 'Looked at it' });
  const attempt = await app.db.one(sql`select status, overturned_at from attempts where id = ${attemptId}`);
  expect(attempt).toEqual({ status: 'FAILED', overturnedAt: null });
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.3.5', 'change the values of a change while it waits for approval', async () => {
  const dates = { startDate: app.clock.now(), endDate: new Date(app.clock.now().getTime() + dayMs) };
  const giveaway = { title: 'Fair', prizeType: 'GC', prizeAmount: 10, winnerCount: 1, ...dates };
  const made = await app.send(boss, 'POST', '/giveaways/create', giveaway);
  const url = `/giveaways/update/${made.json().data._id}`;
  const asked = await app.send(boss, 'PUT', url, { ...giveaway, winnerCount: 200, loaded: giveaway });
  const small = await app.send(boss, 'PUT', url, { ...giveaway, title: 'For a friend', loaded: giveaway });
  expect(small.statusCode).toBe(200);
  return journal.refused(await app.approve(app.second, asked.json().data.approvalId), 'approval_unfit');
});
