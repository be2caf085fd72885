// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../tests/support/admin.ts';
import { dayMs, startApprovalsTest } from '../../../tests/support/approvals.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const hourMs = 3_600_000;
const app = openForTests(startApprovalsTest);
let lucky: Person;
beforeEach(async () => {
  await app.db.run(sql`update players set suspended_at = null where role = 'SUPER_ADMIN'`);
  lucky = await app.person();
  // Long after an earlier test's changes of administrators.
  app.clock.advance(30 * dayMs);
  for (const one of [app.boss, app.second, app.third]) one.token = await app.signIn(one.id);
});

/** Suspends as an operator does, which no administrator is responsible for. */
const setSuspended = (people: Person[], isSuspended: boolean) =>
  app.db.run(sql`
    update players set suspended_at = ${isSuspended ? app.clock.now() : null} where id = any(${people.map(({ id }) => id)})`);
const leaveAlone = () => setSuspended([app.second, app.third], true);
const ends = async (id: string) =>
  app.db.one<{ expiresAt: Date | null; dueAt: Date | null }>(
    sql`select expires_at, due_at from approvals where id = ${id}`,
  );
const suspend = async (by: Person, of: Person) =>
  expect((await app.post(by, of, 'suspend', { reason: 'for a moment' })).statusCode).toBe(200);
const unsuspend = async (by: Person, of: Person) =>
  expect((await app.post(by, of, 'unsuspend', { reason: 'never mind' })).statusCode).toBe(200);
const obstacleOf = async (by: Person, id: string) => (await app.approve(by, id)).json().data?.obstacle;

describe('a change that takes effect after a delay because nobody else can approve it', () => {
  it('waits for administrators the requester suspended, even after the suspension was lifted', async () => {
    await suspend(app.boss, app.second);
    await suspend(app.boss, app.third);
    const id = await app.ask(app.boss, lucky);
    expect((await ends(id)).dueAt).toBeNull();
    await app.serve(hourMs);
    await unsuspend(app.boss, app.second);
    await app.serve(dayMs);
    expect([await app.statusOf(id), await app.coins(lucky)]).toEqual(['waiting with input', 0]);
    expect((await app.approve(app.second, id)).statusCode).toBe(200);
    expect(await app.coins(lucky)).toBe(5000);
  });

  it('waits for administrators who were signed out, demoted or limited meanwhile', async () => {
    const clerk = await app.holding('approvals:decide');
    const role = await app.db.one<{ id: string; name: string }>(
      sql`select r.id, r.name from roles r join players p on p.role = r.name where p.id = ${clerk.id}`,
    );
    const narrow = { name: role.name, permissions: ['users:read'] };
    const changes = [
      () => app.post(app.boss, clerk, 'sign-out', { reason: 'go away' }),
      () => app.send(app.boss, 'PUT', `/role/update/${role.id}`, narrow),
    ];
    for (const change of changes) {
      await leaveAlone();
      const id = await app.ask(app.boss, lucky);
      expect((await ends(id)).expiresAt).toBeNull();
      await app.serve(hourMs);
      expect((await change()).statusCode).toBe(200);
      await app.serve(dayMs);
      expect(await app.statusOf(id)).toBe('waiting with input');
      expect(await app.trail(id)).toEqual(['approval.ask', 'approval.postpone']);
      await setSuspended([app.second], false);
      expect((await app.refuse(app.second, id)).statusCode).toBe(200);
      app.clock.advance(8 * dayMs);
      app.boss.token = await app.signIn(app.boss.id);
      app.second.token = await app.signIn(app.second.id);
    }
  });

  it('waits longer for an administrator who could recently approve, and notifies them', async () => {
    await leaveAlone();
    const id = await app.ask(app.boss, lucky);
    await app.serve(hourMs);
    await setSuspended([app.second], false);
    await app.serve(hourMs);
    await leaveAlone();
    const { expiresAt, dueAt } = await ends(id);
    expect([dueAt, expiresAt !== null]).toEqual([null, true]);
    await app.serve(dayMs);
    expect(await app.coins(lucky)).toBe(0);
    const told = await app.db.rows<{ payload: { playerId: string; isDelayed: boolean } }>(sql`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'approval.asked' and payload ->> 'approvalId' = ${id} order by j.id`);
    expect(told.map(({ payload }) => [payload.playerId, payload.isDelayed])).toEqual([
      [app.boss.id, true],
      [app.second.id, false],
    ]);
  });

  it('does not count downtime or the time of a restored database', { tags: ['long'] }, async () => {
    await leaveAlone();
    const id = await app.ask(app.boss, lucky);
    const { dueAt } = await ends(id);
    await app.serve(hourMs);
    app.clock.advance(25 * hourMs);
    await Promise.all([app.sweep(), app.sweep()]);
    expect(await app.coins(lucky)).toBe(0);
    const pushed = (await ends(id)).dueAt?.getTime() ?? 0;
    expect(Math.abs(pushed - (dueAt?.getTime() ?? 0) - 25 * hourMs)).toBeLessThan(hourMs / 2);
    await app.serve(23 * hourMs - 15 * 60_000);
    expect(await app.coins(lucky)).toBe(0);
    await app.serve(hourMs / 2);
    expect(await app.coins(lucky)).toBe(5000);
    expect(await app.trail(id)).toEqual(['approval.ask', 'approval.carry-out']);
  });
});

describe('administrators appointed by the requester', () => {
  const appoint = async (by: Person, of: Person, role = 'SUPER_ADMIN') => {
    const fresh = { id: by.id, token: await app.signIn(by.id) };
    expect((await app.update(fresh, of, { role })).statusCode).toBe(200);
  };
  const people = () => Promise.all([app.person(), app.person(), app.person()]);

  it('cannot approve for their appointer through any chain, even after others in it lost their role', async () => {
    const [first, second, third] = await people();
    await appoint(app.boss, first);
    app.clock.advance(5 * dayMs);
    await appoint(first, second);
    app.clock.advance(5 * dayMs);
    await appoint(second, third);
    // Someone else gives one of them another role, and the first is no longer an administrator.
    await appoint(app.second, second, 'ADMIN');
    await appoint(app.boss, first, 'USER');
    app.clock.advance(8 * dayMs);
    app.boss.token = await app.signIn(app.boss.id);
    const id = await app.ask(app.boss, lucky);
    expect(await obstacleOf(third, id)).toBe('appointed');
    expect((await app.approve(app.second, id)).statusCode).toBe(200);
  });

  it('can approve for others, and after their appointer has been an administrator for long', async () => {
    const [first, second] = await people();
    await appoint(app.boss, first);
    app.clock.advance(8 * dayMs);
    await appoint(first, second);
    app.clock.advance(8 * dayMs);
    app.boss.token = await app.signIn(app.boss.id);
    expect((await app.approve(second, await app.ask(app.boss, lucky))).statusCode).toBe(200);
  });

  it('cannot approve for an earlier appointer after somebody else widened their role', async () => {
    const clerk = await app.holding('users:read');
    const role = await app.db.one<{ id: string; name: string }>(
      sql`select r.id, r.name from roles r join players p on p.role = r.name where p.id = ${clerk.id}`,
    );
    const widen = async (by: Person, permissions: string[]) => {
      const fresh = { id: by.id, token: await app.signIn(by.id) };
      const answer = await app.send(fresh, 'PUT', `/role/update/${role.id}`, {
        name: role.name,
        permissions,
      });
      expect(answer.statusCode).toBe(200);
    };
    await widen(app.boss, ['users:read', 'approvals:decide', 'users:write', 'users:adjust-coins']);
    app.clock.advance(dayMs);
    await widen(app.second, [
      'users:read',
      'approvals:decide',
      'users:write',
      'users:adjust-coins',
      'events:read',
    ]);
    app.clock.advance(8 * dayMs);
    app.boss.token = await app.signIn(app.boss.id);
    const id = await app.ask(app.boss, lucky);
    expect(await obstacleOf(clerk, id)).toBe('appointed');
    expect((await app.approve(app.third, id)).statusCode).toBe(200);
  });

  it('cannot have requests approved by someone who appointed them in recent days', async () => {
    const [first, second] = await people();
    await appoint(app.boss, first);
    await appoint(first, second);
    second.token = await app.signIn(second.id);
    const id = await app.ask(second, lucky);
    expect(await obstacleOf(app.boss, id)).toBe('appointed');
    expect((await app.approve(app.third, id)).statusCode).toBe(200);
    app.clock.advance(8 * dayMs);
    second.token = await app.signIn(second.id);
    expect((await app.approve(app.boss, await app.ask(second, lucky, 9000))).statusCode).toBe(200);
  });
});
