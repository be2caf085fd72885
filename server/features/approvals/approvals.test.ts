import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Approval } from '../../../contract/approvals.ts';
import type { Person } from '../../../tests/support/admin.ts';
import { startAdminTest } from '../../../tests/support/admin.ts';
import { listIn } from '../../../tests/support/app.ts';
import { type ApprovalsTest, dayMs, startApprovalsTest } from '../../../tests/support/approvals.ts';

let app: ApprovalsTest;
let player: Person;
beforeAll(async () => {
  app = await startApprovalsTest();
  player = await app.person({ gamerCoins: 100 });
});
afterAll(() => app?.close());

const toCode = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
const list = async (by: Person, show = 'waiting') =>
  listIn<{ list: Approval[]; total: number }>((await app.send(by, 'GET', `/approvals?show=${show}`)).json());

describe('a large adjustment', () => {
  it('waits, answers the same again, and is carried out once, by the difference that was asked for', async () => {
    const key = randomUUID();
    const change = { gamerCoins: 5100, gamerCoinsLoaded: 100, isVerified: false, reason: 'a prize' };
    const first = await app.update(app.boss, player, change, key);
    expect(first.statusCode).toBe(202);
    expect(first.json().message).toBe(
      'An adjustment of 5,000 GC is above the limit of 1,000 GC, so this waits for a second administrator, 72 h at most. Nothing has changed yet.',
    );
    const id = first.json().data.approvalId;
    // The same key, and the same words under another key: one request.
    expect((await app.update(app.boss, player, change, key)).json()).toEqual(first.json());
    expect((await app.update(app.boss, player, change)).json()).toEqual(first.json());
    expect(await app.coins(player)).toBe(100);

    const [shown] = (await list(app.second)).list;
    expect(shown).toMatchObject({
      _id: id,
      coins: 5000,
      limit: 1000,
      before: { gamerCoins: 100 },
      after: { gamerCoins: 5100, alsoChanges: 'isVerified' },
      askedBy: { name: 'Boss' },
      obstacle: null,
    });
    expect((await list(app.boss)).list[0]?.obstacle).toBe('own');
    expect((await app.send(app.second, 'GET', '/approvals/waiting')).json().data).toEqual({
      waiting: 1,
      mine: 1,
    });

    // Small ones go through, also while it waits.
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

  it('is approved by nobody but somebody else, who may do it, was not appointed by who asks, and not yesterday', async () => {
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
    // Who was appointed by the one who asks never may, however long ago.
    expect(
      (await app.approve(appointed, await app.ask(app.boss, app.second, 9000))).json().data.obstacle,
    ).toBe('appointed');
  });

  it('is carried out once by many who approve at once', async () => {
    const lucky = await app.person();
    const id = await app.ask(app.boss, lucky);
    const answers = await Promise.all(
      [app.second, app.third, app.second, app.third].map((by) => app.approve(by, id)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await app.coins(lucky)).toBe(5000);
  });

  it('is never carried out once it has expired, was refused or withdrawn', async () => {
    const nobody = await app.person();
    const [expired, refused, withdrawn] = [
      await app.ask(app.boss, nobody, 5001),
      await app.ask(app.boss, nobody, 5002),
      await app.ask(app.boss, nobody, 5003),
    ];
    expect((await app.refuse(app.second, refused)).json().data.status).toBe('refused');
    expect((await app.refuse(app.boss, withdrawn)).json().data.status).toBe('withdrawn');
    app.clock.advance(3 * dayMs);
    // Before the job has looked.
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

  it('that no longer fits is refused with the reason, and closed', async () => {
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
      'Whoever asked for it may not do it any more.',
    );
  });

  it('goes with the account that it is about', async () => {
    const leaver = await app.person({ name: 'Leaver' });
    const change = { gamerCoins: 7000, name: 'Somebody else' };
    const id = (await app.update(app.boss, leaver, change)).json().data.approvalId;
    const exported = await app.call({ url: '/auth/export', token: leaver.token });
    expect(exported.json().data.approvals).toMatchObject([{ coins: 7000, status: 'waiting' }]);
    expect((await app.remove(app.boss, leaver)).statusCode).toBe(200);
    expect(await app.statusOf(id)).toBe('unfit');
    const { text } = await app.db.one<{ text: string }>(
      sql`select a::text as text from approvals a where id = ${id}`,
    );
    expect(text).not.toContain('Somebody else');
  });
});

describe('what else waits', () => {
  const dates = (from: number, until: number) => ({
    startDate: new Date(app.clock.now().getTime() + from).toISOString(),
    endDate: new Date(app.clock.now().getTime() + until).toISOString(),
  });
  const approved = async (answer: { statusCode: number; json(): { data: { approvalId: string } } }) => {
    expect(answer.statusCode).toBe(202);
    expect((await app.approve(app.second, answer.json().data.approvalId)).json()).toMatchObject({
      data: { status: 'carried_out' },
    });
  };

  it('prizes of a giveaway, when they are set or raised; who approved it is kept out like who wrote it', async () => {
    const giveaway = {
      title: 'Large',
      prizeType: 'GC',
      prizeAmount: 500,
      winnerCount: 3,
      ...dates(0, dayMs),
    };
    const create = (terms: object) =>
      app.send(app.boss, 'POST', '/giveaways/create', { ...giveaway, ...terms });
    expect((await create({ winnerCount: 2 })).statusCode).toBe(200);
    expect((await create({ prizeType: 'XP' })).statusCode).toBe(200);
    await approved(await create({}));
    const { id } = await app.db.one<{ id: string }>(
      sql`select id from giveaways where title = 'Large' and winner_count = 3 and prize_type = 'GC'`,
    );
    const editors = await app.db.rows(sql`select from giveaway_editors where giveaway_id = ${id}`);
    expect(editors).toHaveLength(2);
    const edit = (terms: object) =>
      app.send(app.boss, 'PUT', `/giveaways/update/${id}`, { ...giveaway, ...terms });
    expect((await edit({ title: 'Large and new' })).statusCode).toBe(200);
    expect((await edit({ winnerCount: 2 })).statusCode).toBe(200);
    await approved(await edit({ winnerCount: 4 }));
  });

  it('an event that pays by itself: above the limit, or without a budget', async () => {
    const event = {
      title: 'Event',
      description: 'For all',
      type: 'SPECIAL',
      triggers: ['FIRST_LOGIN'],
      autoRun: true,
      isActive: true,
      ...dates(0, dayMs),
    };
    const config = { rewardType: 'GC', rewardAmount: 10, budget: 1000 };
    const create = (eventConfig: object, terms: object = {}) =>
      app.send(app.boss, 'POST', '/events', {
        ...event,
        ...terms,
        eventConfig: { ...config, ...eventConfig },
      });
    const small = await create({});
    expect(small.statusCode).toBe(200);
    expect((await create({ rewardType: 'XP', budget: null })).statusCode).toBe(200);
    expect((await create({ budget: null }, { autoRun: false })).statusCode).toBe(200);
    await approved(await create({ budget: 1001 }));
    const endless = await create({ budget: null });
    expect(endless.json().message).toContain('There is no end to what this pays, so this waits');
    await approved(endless);
    const raised = await app.send(app.boss, 'PUT', `/events/${small.json().data._id}`, {
      ...event,
      eventConfig: { ...config, budget: null },
    });
    await approved(raised);
    const board = { triggers: ['ACTIVITY_WEEKLY'], leaderboardRewards: [600, 300, 200] };
    await approved(await create({ rewardAmount: 0, budget: null }, board));
  });

  it('the sending of rewards, and not of more than was asked for', async () => {
    const make = async (amount: number) => {
      const { id } = await app.db.one<{ id: string }>(sql`
        insert into events (title, description, type, triggers, starts_at, ends_at, auto_run, is_active,
          reward_currency, reward_amount)
        values ('To send', '', 'SPECIAL', '{FIRST_LOGIN}', now(), now() + interval '1 day', false, true, 'GC', ${amount})
        returning id`);
      return id;
    };
    const collect = async (eventId: string, amount: number) => {
      const { id } = await app.person();
      await app.db.run(sql`
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
        values (${eventId}, ${id}, 'FIRST_LOGIN', ${randomUUID()}, 'GC', ${amount}, now())`);
      return { id, token: '' };
    };
    const send = (eventId: string) => app.send(app.boss, 'POST', `/events/run-leaderboard/${eventId}`);
    const [small, large, growing] = [await make(10), await make(10), await make(10)];
    await collect(small, 1000);
    expect((await send(small)).statusCode).toBe(200);
    const winner = await collect(large, 1001);
    await approved(await send(large));
    expect(await app.coins(winner)).toBe(1001);
    await collect(growing, 1001);
    const { approvalId } = (await send(growing)).json().data;
    const late = await collect(growing, 1);
    expect(toCode(await app.approve(app.second, approvalId))).toEqual([409, 'approval_unfit']);
    expect(await app.coins(late)).toBe(0);
  });

  it('packages of many coins, or of many for a dollar; not what was so before', async () => {
    const terms = { title: 'P', coins: 100, originalPrice: 1, discountPercentage: 0 };
    const create = (change: object) =>
      app.send(app.boss, 'POST', '/trade-coin/create', { ...terms, ...change });
    const small = await create({});
    expect(small.statusCode).toBe(200);
    await approved(await create({ coins: 5001, originalPrice: 50 }));
    await approved(await create({ title: 'Cheap', coins: 251 }));
    const { id } = await app.db.one<{ id: string }>(sql`select id from coin_packages where title = 'Cheap'`);
    const edit = (packageId: string, change: object) =>
      app.send(app.boss, 'PUT', `/trade-coin/${packageId}`, { ...terms, ...change });
    expect((await edit(id, { title: 'Cheaper', coins: 251 })).statusCode).toBe(200);
    await approved(await edit(id, { coins: 251, discountPercentage: 10 }));
    await approved(await edit(small.json().data._id, { coins: 300 }));
  });

  it('rewards of challenges, new or raised', async () => {
    const variant = { entryFeeGC: 50, rewardGC: 500, requiredPlacement: 10, requiredKills: 1 };
    const create = (challengeVariants: object[]) =>
      app.send(app.boss, 'POST', '/challenge/create', { description: 'C', challengeVariants });
    const small = await create([variant]);
    expect(small.statusCode).toBe(200);
    await approved(await create([variant, { ...variant, requiredKills: 2, rewardGC: 501 }]));
    const edit = (challengeVariants: object[]) =>
      app.send(app.boss, 'PUT', `/challenge/update/${small.json().data._id}`, {
        description: 'C',
        challengeVariants,
      });
    await approved(await edit([{ ...variant, rewardGC: 600 }]));
    expect((await edit([{ ...variant, rewardGC: 600, entryFeeGC: 60 }])).statusCode).toBe(200);
  });
});

describe('where nobody else may approve', () => {
  it('waits for its time, can be withdrawn until then, and is carried out once', async () => {
    const alone = await startApprovalsTest();
    await alone.db.run(
      sql`update players set suspended_at = now() where id in (${alone.second.id}, ${alone.third.id})`,
    );
    const lucky = await alone.person();
    const answer = await alone.update(alone.boss, lucky, { gamerCoins: 5000 });
    expect(answer.json().data).toMatchObject({ expiresAt: null });
    expect(answer.json().message).toContain('waits 24 h, as nobody else may approve it');
    const { approvalId: id, dueAt } = answer.json().data;
    expect(Date.parse(dueAt)).toBe(alone.clock.now().getTime() + dayMs);
    const withdrawn = await alone.ask(alone.boss, lucky, 8000);
    expect((await alone.refuse(alone.boss, withdrawn)).json().data.status).toBe('withdrawn');
    expect((await alone.approve(alone.boss, id)).statusCode).toBe(403);
    alone.clock.advance(dayMs - 1000);
    await alone.sweep();
    expect(await alone.coins(lucky)).toBe(0);
    alone.clock.advance(1000);
    await Promise.all([alone.sweep(), alone.sweep(), alone.sweep()]);
    expect(await alone.coins(lucky)).toBe(5000);
    expect(await alone.trail(id)).toEqual(['approval.ask', 'approval.carry-out']);
    await alone.close();
  });
});

it('lets everything through at once where it is off, as in a sandbox', async () => {
  const sandbox = await startAdminTest();
  const [boss, lucky] = [await sandbox.person({ role: 'SUPER_ADMIN' }), await sandbox.person()];
  expect((await sandbox.update(boss, lucky, { gamerCoins: 999_999_999 })).statusCode).toBe(200);
  await sandbox.close();
});
