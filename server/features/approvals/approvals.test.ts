// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Approval } from '../../../contract/approvals-admin.ts';
import type { Person } from '../../../tests/support/admin.ts';
import { startAdminTest } from '../../../tests/support/admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { dayMs, startApprovalsTest } from '../../../tests/support/approvals.ts';
import { readExport } from '../../../tests/support/data-export.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const app = openForTests(startApprovalsTest);
let player: Person;
beforeAll(async () => {
  player = await app.person({ gamerCoins: 100 });
});

const toCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const list = async (by: Person, show = 'waiting') =>
  listIn<{ list: Approval[]; total: number }>((await app.send(by, 'GET', `/approvals?show=${show}`)).json());

describe('a large adjustment', () => {
  it('waits for approval, answers replays the same, and moves the requested difference once', {
    tags: ['long'],
  }, async () => {
    const key = randomUUID();
    const change = { gamerCoins: 5100, gamerCoinsLoaded: 100, isVerified: false, reason: 'a prize' };
    const first = await app.update(app.boss, player, change, key);
    expect(first.statusCode).toBe(202);
    expect(first.json().message).toBe(
      'An adjustment of 5,000 GC is above the limit of 1,000 GC, so this waits for a second administrator, 72 h at most. Nothing has changed yet. Follow it under Approvals.',
    );
    const id = first.json().data.approvalId;
    // Repeating the request with the same key, or with another key, makes one request.
    expect((await app.update(app.boss, player, change, key)).json()).toEqual(first.json());
    expect((await app.update(app.boss, player, change)).json()).toEqual(first.json());
    expect(await app.coins(player)).toBe(100);

    const [shown] = (await list(app.second)).list;
    expect(shown).toMatchObject({
      _id: id,
      coins: 5000,
      limit: 1000,
      before: { gamerCoins: 100 },
      after: { gamerCoins: 5100, isVerified: false },
      askedBy: { name: 'Boss' },
      obstacle: null,
    });
    expect((await list(app.boss)).list[0]?.obstacle).toBe('own');
    expect((await app.send(app.second, 'GET', '/approvals/waiting')).json().data).toEqual({
      waiting: 1,
      mine: 1,
    });

    // Small changes go through even while it waits.
    expect((await app.update(app.second, player, { gamerCoins: 150 })).statusCode).toBe(200);
    const approveKey = randomUUID();
    const approved = await app.approve(app.second, id, approveKey);
    expect(approved.json().data).toEqual({ _id: id, status: 'carried_out' });
    expect((await app.approve(app.second, id, approveKey)).json()).toEqual(approved.json());
    expect(toCode(await app.approve(app.second, id))).toEqual([409, 'approval_decided']);
    expect(await app.coins(player)).toBe(5150);
    expect((await app.update(app.boss, player, change, key)).json()).toEqual(first.json());

    expect(await app.trail(id)).toEqual(['approval.ask', 'approval.carry-out']);
    expect(await app.statusOf(id)).toBe('carried_out');
    const [, done] = await app.db.rows<{ actorId: string; address: string; reason: string }>(sql`
      select actor_id, address, reason from admin_changes where subject = ${`user:${player.id}`} order by id`);
    expect(done).toMatchObject({ actorId: app.boss.id, address: '', reason: 'a prize' });
    const told = await app.db.rows<{ payload: { playerId: string } }>(sql`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('approval.asked', 'approval.decided') order by j.id`);
    expect(told.map(({ payload }) => payload.playerId)).toEqual([app.second.id, app.third.id, app.boss.id]);
  });

  it('needs approval by another entitled administrator whom the requester did not appoint and who is not new', {
    tags: ['long'],
  }, async () => {
    const [fresh, appointed] = [await app.person(), await app.person()];
    expect((await app.update(app.second, fresh, { role: 'ADMIN' })).statusCode).toBe(200);
    const widened = await app.holding('approvals:decide');
    const without = await app.holding('approvals:decide', 'users:write');
    expect((await app.update(app.boss, appointed, { role: 'ADMIN' })).statusCode).toBe(200);
    const { role: widenedRole } = await app.db.one<{ role: string }>(
      sql`select role from players where id = ${widened.id}`,
    );
    const kept = await app.db.one<{ id: string }>(sql`select id from roles where name = ${widenedRole}`);
    const permissions = ['approvals:decide', 'users:write', 'users:adjust-coins'];
    const wider = await app.send(app.boss, 'PUT', `/role/update/${kept.id}`, {
      name: widenedRole,
      permissions,
    });
    expect(wider.statusCode).toBe(200);

    const id = await app.ask(app.boss, app.second);
    const tries: [Person, string][] = [
      [app.boss, 'own'],
      [app.second, 'benefits'],
      [fresh, 'office'],
      [appointed, 'appointed'],
      [widened, 'appointed'],
      [without, 'permission'],
    ];
    for (const [by, obstacle] of tries) {
      const answer = await app.approve(by, id);
      expect([answer.statusCode, answer.json().data?.obstacle]).toEqual([403, obstacle]);
    }
    app.clock.advance(8 * dayMs);
    await app.sweep();
    expect(await app.statusOf(id)).toBe('expired');
    const later = await app.ask(app.boss, app.second);
    expect((await app.approve(fresh, later)).statusCode).toBe(200);
    expect(await app.trail(id)).toEqual(['approval.ask', 'approval.expire']);
    // An administrator appointed by the requester may never approve, no matter how long ago that was.
    expect(
      (await app.approve(appointed, await app.ask(app.boss, app.second, 9000))).json().data.obstacle,
    ).toBe('appointed');
  });

  it('is applied once when several approve concurrently', async () => {
    const lucky = await app.person();
    const id = await app.ask(app.boss, lucky);
    const answers = await Promise.all(
      [app.second, app.third, app.second, app.third].map((by) => app.approve(by, id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await app.coins(lucky)).toBe(5000);
  });

  it('is never applied once expired, refused or withdrawn', async () => {
    const nobody = await app.person();
    const [expired, refused, withdrawn] = [
      await app.ask(app.boss, nobody, 5001),
      await app.ask(app.boss, nobody, 5002),
      await app.ask(app.boss, nobody, 5003),
    ];
    expect((await app.refuse(app.second, refused)).json().data.status).toBe('refused');
    expect((await app.refuse(app.boss, withdrawn)).json().data.status).toBe('withdrawn');
    app.clock.advance(3 * dayMs);
    // Before the job has run.
    expect(toCode(await app.approve(app.second, expired))).toEqual([409, 'approval_decided']);
    await Promise.all([app.sweep(), app.sweep()]);
    expect(await app.trail(expired)).toEqual(['approval.ask', 'approval.expire']);
    for (const id of [expired, refused, withdrawn]) {
      expect(toCode(await app.approve(app.second, id))).toEqual([409, 'approval_decided']);
      expect(toCode(await app.refuse(app.second, id))).toEqual([409, 'approval_decided']);
    }
    expect(await app.coins(nobody)).toBe(0);
    const decided = (await list(app.boss, 'decided')).list;
    const outcomes = [expired, refused, withdrawn].map((id) => decided.find(({ _id }) => _id === id)?.status);
    expect(outcomes).toEqual(['expired', 'refused', 'withdrawn']);
  });

  it('is closed with the reason when it can no longer be applied', async () => {
    const spender = await app.person({ gamerCoins: 3000 });
    const id = (await app.update(app.boss, spender, { gamerCoins: 0 })).json().data.approvalId;
    expect((await app.update(app.second, spender, { gamerCoins: 2500 })).statusCode).toBe(200);
    const answer = await app.approve(app.second, id);
    expect(toCode(answer)).toEqual([409, 'approval_unfit']);
    expect(await app.statusOf(id)).toBe('unfit');
    expect(await app.coins(spender)).toBe(2500);
    expect(await app.trail(id)).toEqual(['approval.ask', 'approval.find-unfit']);

    const helper = await app.holding('users:write', 'users:adjust-coins', 'approvals:decide');
    const asked = await app.ask(helper, spender, 9000);
    expect((await app.update(app.boss, helper, { role: 'USER' })).statusCode).toBe(200);
    expect((await app.approve(app.second, asked)).json().data.why).toBe(
      'The administrator who asked no longer has this permission.',
    );
  });

  it('is deleted with the account it concerns', { tags: ['long'] }, async () => {
    const leaver = await app.person({ name: 'Leaver' });
    const change = { gamerCoins: 7000, name: 'Somebody else' };
    const id = (await app.update(app.boss, leaver, change)).json().data.approvalId;
    const exported = await readExport(app, leaver.token);
    expect(exported.approvals).toMatchObject([{ coins: 7000, status: 'waiting' }]);
    expect((await app.remove(app.boss, leaver)).statusCode).toBe(200);
    expect(await app.statusOf(id)).toBe('unfit');
    const { text } = await app.db.one<{ text: string }>(
      sql`select a::text as text from approvals a where id = ${id}`,
    );
    expect(text).not.toContain('Somebody else');
  });
});

describe('when nobody else can approve', () => {
  it('a change takes effect once after a delay, and can be withdrawn until then', {
    tags: ['long'],
  }, async () => {
    const alone = await startApprovalsTest();
    await alone.db.run(
      sql`update players set suspended_at = now() where id in (${alone.second.id}, ${alone.third.id})`,
    );
    const lucky = await alone.person();
    const answer = await alone.update(alone.boss, lucky, { gamerCoins: 5000 });
    expect(answer.json().data).toMatchObject({ expiresAt: null });
    expect(answer.json().message).toContain('waits 24 h, because nobody else can approve it');
    const { approvalId: id, dueAt } = answer.json().data;
    expect(Date.parse(dueAt)).toBe(alone.clock.now().getTime() + dayMs);
    const withdrawn = await alone.ask(alone.boss, lucky, 8000);
    expect((await alone.refuse(alone.boss, withdrawn)).json().data.status).toBe('withdrawn');
    expect((await alone.approve(alone.boss, id)).statusCode).toBe(403);
    await alone.serve(dayMs - 1000);
    expect(await alone.coins(lucky)).toBe(0);
    alone.clock.advance(1000);
    await Promise.all([alone.sweep(), alone.sweep(), alone.sweep()]);
    expect(await alone.coins(lucky)).toBe(5000);
    expect(await alone.trail(id)).toEqual(['approval.ask', 'approval.carry-out']);
    await alone.close();
  });

  it('a change that cannot be applied does not block the next ones', { tags: ['long'] }, async () => {
    const alone = await startApprovalsTest();
    await alone.db.run(
      sql`update players set suspended_at = now() where id in (${alone.second.id}, ${alone.third.id})`,
    );
    const nobody = await alone.person();
    const [stuck, expired] = [
      await alone.ask(alone.boss, nobody, 5004),
      await alone.ask(alone.boss, nobody, 5005),
    ];
    const now = alone.clock.now();
    // Like a process of the previous release, which does not know the operation.
    await alone.db.run(sql`
      update approvals set operation = 'of-a-later-release', due_at = ${now}, served_until = ${now} where id = ${stuck}`);
    await alone.db.run(sql`update approvals set due_at = null, expires_at = ${now} where id = ${expired}`);
    await expect(alone.sweep()).rejects.toThrow('nobody carries out of-a-later-release');
    expect(await alone.statusOf(expired)).toBe('expired');
    expect(await alone.statusOf(stuck)).toBe('waiting with input');
    await alone.close();
  });
});

it('applies every change immediately when approvals are off, as in a sandbox', {
  tags: ['long'],
}, async () => {
  const sandbox = await startAdminTest();
  const [boss, lucky] = [await sandbox.person({ role: 'SUPER_ADMIN' }), await sandbox.person()];
  expect((await sandbox.update(boss, lucky, { gamerCoins: 999_999_999 })).statusCode).toBe(200);
  await sandbox.close();
});
