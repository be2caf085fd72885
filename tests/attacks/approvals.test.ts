// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Person } from '../support/admin.ts';
import { type ApprovalsTest, dayMs, startApprovalsTest } from '../support/approvals.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
let app: ApprovalsTest;
let friend: Person;
beforeAll(async () => {
  const ways = { adjustments: 900, giveaways: 900, events: 900, rewards: 100, challenges: 100 };
  const coinLimits = { isOn: true, ways, administrator: 600 };
  app = await startApprovalsTest({ log: journal.log, config: { coinLimits } });
  friend = await app.person();
});
afterAll(() => app?.close());

attack('2.3.5', 'give a friend many coins without a second approver', async () => {
  const answer = await app.update(app.boss, friend, { gamerCoins: 900_000 });
  expect(await app.coins(friend)).toBe(0);
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.3.5', "approve one's own request", async () => {
  const id = await app.ask(app.boss, friend, 5000);
  return journal.refused(await app.approve(app.boss, id), 'approval_not_yours');
});

attack('2.3.5', 'get approval from an accomplice promoted to administrator', async () => {
  const accomplice = await app.person();
  expect((await app.update(app.boss, accomplice, { role: 'SUPER_ADMIN' })).statusCode).toBe(200);
  app.clock.advance(8 * dayMs);
  const id = await app.ask(app.boss, friend, 5001);
  return journal.refused(await app.approve(accomplice, id), 'approval_not_yours');
});

attack('2.3.5', 'get approval from an accomplice whose role was extended', async () => {
  const accomplice = await app.holding('users:write');
  const role = await app.db.one<{ id: string; name: string }>(sql`
    select r.id, r.name from roles r join players p on p.role = r.name where p.id = ${accomplice.id}`);
  const permissions = ['users:write', 'users:adjust-coins', 'approvals:decide'];
  const wider = { name: role.name, permissions };
  expect((await app.send(app.boss, 'PUT', `/role/update/${role.id}`, wider)).statusCode).toBe(200);
  app.clock.advance(8 * dayMs);
  const id = await app.ask(app.boss, friend, 5002);
  return journal.refused(await app.approve(accomplice, id), 'approval_not_yours');
});

attack('2.3.5', 'approve as a newly appointed administrator', async () => {
  const fresh = await app.person();
  expect((await app.update(app.second, fresh, { role: 'SUPER_ADMIN' })).statusCode).toBe(200);
  app.clock.advance(6 * dayMs);
  const id = await app.ask(app.boss, friend, 5003);
  return journal.refused(await app.approve(fresh, id), 'approval_not_yours');
});

attack('8.2.3', 'approve coins for oneself', async () => {
  const id = await app.ask(app.boss, app.second, 5004);
  return journal.refused(await app.approve(app.second, id), 'approval_not_yours');
});

attack('8.2.1', 'approve a change without the right to make it', async () => {
  const clerk = await app.holding('approvals:decide', 'coins:write');
  app.clock.advance(8 * dayMs);
  const id = await app.ask(app.boss, friend, 5005);
  return journal.refused(await app.approve(clerk, id), 'approval_not_yours');
});

attack('15.4.2', 'apply a change twice by approving it concurrently', async () => {
  const lucky = await app.person();
  const id = await app.ask(app.boss, lucky, 5000);
  const answers = await Promise.all(
    [app.second, app.third, app.second, app.third, app.second].map((by) => app.approve(by, id)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await app.coins(lucky)).toBe(5000);
  const late = answers.find(({ statusCode }) => statusCode !== 200);
  return journal.refused(late as (typeof answers)[number], 'approval_decided');
});

attack('2.3.1', 'approve an expired request under the key of an earlier try', async () => {
  const lucky = await app.person();
  const id = await app.ask(app.boss, lucky, 5000);
  const key = randomUUID();
  app.clock.advance(3 * dayMs);
  await journal.refused(await app.approve(app.second, id, key), 'approval_decided');
  await app.sweep();
  const refusal = await journal.refused(await app.approve(app.second, id, key), 'approval_decided');
  expect(await app.coins(lucky)).toBe(0);
  return refusal;
});

attack('2.3.1', 'apply a change whose requester has lost the right', async () => {
  const helper = await app.holding('users:write', 'users:adjust-coins');
  const lucky = await app.person();
  const id = await app.ask(helper, lucky, 5000);
  expect((await app.update(app.boss, helper, { role: 'USER' })).statusCode).toBe(200);
  const refusal = await journal.refused(await app.approve(app.second, id), 'approval_unfit');
  expect(await app.coins(lucky)).toBe(0);
  return refusal;
});

attack('2.3.5', 'pay many coins through an event without a budget', async () => {
  const event = {
    title: 'Endless',
    type: 'SPECIAL',
    triggers: ['BUY_COINS'],
    autoRun: true,
    startDate: app.clock.now().toISOString(),
    endDate: new Date(app.clock.now().getTime() + dayMs).toISOString(),
    eventConfig: { rewardAmount: 1000 },
  };
  const answer = await app.send(app.boss, 'POST', '/events', event);
  expect(await app.db.row(sql`select from events where title = 'Endless'`)).toBeUndefined();
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.3.5', 'sell a million coins for a dollar to buy them oneself', async () => {
  const offer = { title: 'Steal', coins: 1_000_000, originalPrice: 1, discountPercentage: 0 };
  const answer = await app.send(app.boss, 'POST', '/trade-coin/create', offer);
  expect(await app.db.row(sql`select from coin_packages where title = 'Steal'`)).toBeUndefined();
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.4.1', 'pay a large sum in many concurrent small adjustments', async () => {
  const rich = await Promise.all(Array.from({ length: 20 }, () => app.person()));
  const third = { ...app.third, token: await app.signIn(app.third.id) };
  const answers = await Promise.all(rich.map((one) => app.update(third, one, { gamerCoins: 100 })));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
  const late = answers.find(({ statusCode }) => statusCode !== 200);
  return journal.refused(late as (typeof answers)[number], 'waits_for_approval');
});

attack('2.3.5', 'raise the daily limit without a second approver', async () => {
  const more = { way: 'adjustments', coins: 1_000_000, reason: 'more' };
  const asked = await app.send(app.boss, 'POST', '/overview/coin-limits/raise', more);
  await journal.refused(asked, 'waits_for_approval');
  return journal.refused(await app.approve(app.boss, asked.json().data.approvalId), 'approval_not_yours');
});
