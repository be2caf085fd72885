// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../tests/support/database.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { auditLedger } from './audit.ts';
import { type Movement, transferAlone } from './ledger/transfer.ts';

const db = openTestDatabase({ poolSize: 2 });
let player: string;
beforeAll(async () => {
  player = (await createPlayer(db)).id;
});

const broken = async () =>
  (await auditLedger(db)).proofs.filter(({ breaches }) => breaches.length > 0).map(({ claim }) => claim);

/** All breaches. */
const told = async () => (await auditLedger(db)).proofs.flatMap(({ breaches }) => breaches);

const oneId = async (row: Promise<{ id: string } | undefined>) => (await row)?.id as string;

const pay = (
  movement: Pick<Movement, 'type' | 'reference' | 'idempotencyKey'> & Partial<Movement>,
): Promise<unknown> =>
  transferAlone(db, {
    currency: 'GC',
    amount: 10,
    from: { house: 'rewards' },
    to: { player },
    description: 'A reward',
    ...movement,
  });

it('finds rewards without a transfer, half reversed or beyond a budget', { tags: ['long'] }, async () => {
  const eventId = await oneId(
    db.row(sql`
      insert into events (title, type, triggers, starts_at, ends_at, budget, budget_spent)
      values ('Event', 'X', '{EARN_XP}', now(), now() + interval '1 day', 10, 10) returning id`),
  );
  const give = (cause: string) =>
    oneId(
      db.row(sql`
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at)
        values (${eventId}, ${player}, 'EARN_XP', ${cause}, 'GC', 10, now(), now()) returning id`),
    );
  const rewards = 'Each reward of an event was paid once, and returned if it was taken back';
  const reward = await give('one');
  expect(await broken()).toEqual([rewards]);
  const one = `event reward ${reward}: 10 GC due and`;
  expect(await told()).toEqual([`${one} 0 to return; 0 payments gave 0, 0 returned`]);
  await pay({ type: 'event_reward', reference: reward, idempotencyKey: `event-reward:${reward}` });
  expect(await broken()).toEqual([]);

  await db.run(sql`update event_rewards set taken_back_at = now(), taken_back = amount`);
  expect(await broken()).toEqual([rewards]);
  expect(await told()).toEqual([`${one} 10 to return; 1 payments gave 10, 0 returned`]);
  await pay({
    type: 'reversal',
    reference: reward,
    idempotencyKey: `event-reward:${reward}:reversal`,
    from: { player },
    to: { house: 'rewards' },
    mayGoBelowZero: true,
  });
  expect(await broken()).toEqual([]);

  const second = await give('two');
  await pay({ type: 'event_reward', reference: second, idempotencyKey: `event-reward:${second}` });
  expect(await broken()).toEqual(['No event gave more than its budget']);
  expect(await told()).toEqual([`event ${eventId}: gave 20, budget 10`]);
  await db.run(sql`update events set budget = 20`);

  // A returned reward may be paid again; but nobody may be paid for nothing, or in another player's place.
  await pay({ type: 'reversal', reference: reward, idempotencyKey: `event-reward:${reward}:reversal:2` });
  expect(await told()).toEqual([`${one} 10 to return; 1 payments gave 10, 0 returned`]);
  await db.run(sql`update event_rewards set taken_back_at = null, taken_back = 0 where id = ${reward}`);
  expect(await broken()).toEqual([]);
  await db.run(sql`update event_rewards set paid_amount = 9, taken_back = 1 where id = ${reward}`);
  expect(await told()).toEqual([
    `event reward ${reward}: 9 GC due and 0 to return; 1 payments gave 10, 0 returned`,
  ]);
  await db.run(sql`update event_rewards set paid_amount = null, taken_back = 0 where id = ${reward}`);
  const other = (await createPlayer(db)).id;
  await db.run(sql`update event_rewards set player_id = ${other} where id = ${reward}`);
  expect((await told()).sort()).toEqual([
    `event reward ${reward}: 0 GC due and 0 to return; 1 payments gave 10, 0 returned`,
    `${one} 0 to return; 0 payments gave 0, 0 returned`,
  ]);
  await db.run(sql`update event_rewards set player_id = ${player} where id = ${reward}`);
  expect(await told()).toEqual([]);
});

it('finds wrong counts of event rewards', { tags: ['long'] }, async () => {
  const { id } = await db.one<{ id: string }>(sql`select event_id as id from event_rewards limit 1`);
  for (const [counter, there] of [
    ['event given', 20],
    ['event paid', 2],
    ['event collected', 0],
  ] as const) {
    const add = (amount: number) =>
      db.run(sql`select add_to_counter(${counter}, array[${id}], array[${amount}::bigint])`);
    await add(1);
    expect(await broken()).toEqual(['Each event counts its rewards and their sum correctly']);
    expect(await told()).toEqual([`${counter} ${id}: counter says ${there + 1}, found ${there}`]);
    await add(-1);
    if (there === 0) continue;
    await db.run(sql`delete from row_counters where counter = ${counter} and subject = ${id}`);
    expect(await told()).toEqual([`${counter} ${id}: counter says 0, found ${there}`]);
    await add(there);
  }
  expect(await told()).toEqual([]);

  const event = await oneId(
    db.row(sql`
      insert into events (title, type, triggers, starts_at, ends_at)
      values ('One reward', 'X', '{EARN_XP}', now(), now() + interval '1 day') returning id`),
  );
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    values (${event}, ${player}, 'EARN_XP', 'the only one', 'GC', 1, now())`);
  await db.run(sql`delete from row_counters where subject = ${event}`);
  expect(await told()).toEqual(
    ['event collected', 'event given'].map((counter) => `${counter} ${event}: counter says 0, found 1`),
  );
  await db.run(sql`delete from event_rewards where event_id = ${event}`);
  await db.run(sql`delete from row_counters where subject = ${event}`);
  expect(await told()).toEqual([]);
});

it('finds payouts with wrong counts, omissions or an open event', { tags: ['long'] }, async () => {
  const says = 'Each payout of an event paid the amount it records';
  const ended = 'Each finished payout paid its whole list and completed its event';
  const eventId = await oneId(
    db.row(sql`
      insert into events (title, type, triggers, starts_at, ends_at, auto_run, sending_since)
      values ('Event', 'X', '{EARN_XP}', now(), now() + interval '1 day', false, now()) returning id`),
  );
  const reward = await oneId(
    db.row(sql`
      insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
      values (${eventId}, ${player}, 'EARN_XP', 'sent', 'GC', 10, now()) returning id`),
  );
  await db.run(sql`
    insert into event_payouts (event_id, started_at, moved_at, rewards) values (${eventId}, now(), now(), 1)`);
  expect(await broken()).toEqual([]);
  await pay({ type: 'event_reward', reference: reward, idempotencyKey: `event-reward:${reward}` });
  await db.run(sql`update event_rewards set paid_at = now() where id = ${reward}`);
  expect(await broken()).toEqual([says]);
  const found = 'in total; found 1, 10 in total';
  expect(await told()).toEqual([`event ${eventId}: records 0 rewards paid, 0 ${found}`]);
  await db.run(sql`update event_payouts set rewards_paid = 1, amount_paid = 9 where event_id = ${eventId}`);
  expect(await broken()).toEqual([says]);
  // A promotion with automatic rewards may have paid additional ones, but never less than its rows say.
  await db.run(sql`update events set auto_run = true where id = ${eventId}`);
  expect(await told()).toEqual([]);
  await db.run(sql`update event_payouts set rewards_paid = 0, amount_paid = 10 where event_id = ${eventId}`);
  expect(await told()).toEqual([]);
  for (const [rewards, amount] of [
    [2, 10],
    [1, 11],
  ]) {
    await db.run(sql`
      update event_payouts set rewards_paid = ${rewards}, amount_paid = ${amount} where event_id = ${eventId}`);
    expect(await told()).toEqual([`event ${eventId}: records ${rewards} rewards paid, ${amount} ${found}`]);
  }
  await db.run(sql`update events set auto_run = false where id = ${eventId}`);
  await db.run(
    sql`update event_payouts set amount_paid = 10, finished_at = now() where event_id = ${eventId}`,
  );
  expect(await broken()).toEqual([ended]);
  expect(await told()).toEqual([`event ${eventId}: sent, but not completed`]);
  await db.run(sql`update events set is_completed = true where id = ${eventId}`);
  expect(await broken()).toEqual([]);
  await db.run(sql`update event_payouts set finished_at = null where event_id = ${eventId}`);
  expect(await told()).toEqual([`event ${eventId}: completed, but still being sent`]);
  await db.run(sql`update event_payouts set finished_at = now() where event_id = ${eventId}`);
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    values (${eventId}, ${player}, 'EARN_XP', 'left over', 'GC', 10, now())`);
  expect(await broken()).toEqual([ended]);
  const { id } = await db.one<{ id: string }>(sql`select id from event_rewards where cause = 'left over'`);
  expect(await told()).toEqual([`event ${eventId}: sent, but reward ${id} is not paid`]);
  // Players who get no reward must have nothing left over; only those who edited this promotion may.
  const another = await oneId(
    db.row(sql`
      insert into events (title, type, triggers, starts_at, ends_at)
      values ('Another', 'X', '{EARN_XP}', now(), now() + interval '1 day') returning id`),
  );
  await db.run(sql`
    select record_editor(${`event:${another}`}, ${player}, now()),
      record_editor(${`event:${eventId}`}, ${(await createPlayer(db)).id}, now())`);
  // The report names only one of them, however many there are.
  await db.run(sql`
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
    values (${eventId}, ${player}, 'EARN_XP', 'left over too', 'GC', 10, now())`);
  expect(await told()).toHaveLength(1);
  await db.run(sql`delete from event_rewards where cause = 'left over too'`);
  expect(await broken()).toEqual([ended]);
  await db.run(sql`select record_editor(${`event:${eventId}`}, ${player}, now())`);
  expect(await told()).toEqual([]);
  await db.run(sql`delete from editors`);
  await db.run(sql`update event_rewards set taken_back_at = now(), taken_back = amount where id = ${id}`);
  expect(await told()).toEqual([]);
  await db.run(sql`delete from event_rewards where cause = 'left over'`);
  expect(await broken()).toEqual([]);
});

it('finds unearned and missing prizes and tokens', { tags: ['long'] }, async () => {
  const prizes = 'Each giveaway paid its prize once to each winner, and to nobody else';
  const says = 'Each payout of prizes paid the amount it records';
  const giveaway = await oneId(
    db.row(sql`
      insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
      values ('Drop', 'GC', 10, 1, now(), now() + interval '1 day', ${'0'.repeat(64)}, ${'0'.repeat(64)})
      returning id`),
  );
  const entry = await oneId(
    db.row(sql`
      insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as)
      values (${giveaway}, ${player}, now(), 1) returning entry as id`),
  );
  // Looks as if the draw had paid it.
  expect(await broken()).toEqual([prizes]);
  await db.run(sql`
    insert into giveaway_payouts (giveaway_id, started_at, moved_at, prizes) values (${giveaway}, now(), now(), 1)`);
  expect(await broken()).toEqual([]);
  await db.run(sql`update giveaway_entries set paid_at = now() where entry = ${entry}`);
  expect(await broken()).toEqual([prizes, says]);
  await pay({ type: 'giveaway_prize', reference: giveaway, idempotencyKey: `giveaway-prize:${entry}` });
  expect(await broken()).toEqual([says]);
  await db.run(sql`update giveaway_payouts set prizes_paid = 1, finished_at = now()`);
  expect(await broken()).toEqual([]);

  const friend = (await createPlayer(db)).id;
  const token = { currency: 'REFERRAL_TOKEN', amount: 1, type: 'referral_reward' } as const;
  await pay({ ...token, reference: friend, idempotencyKey: `referral:${friend}` });
  const tokens = 'Each referral gave its token when it counted, and took it back when it was undone';
  expect(await broken()).toEqual([tokens]);
  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network, status)
    values (${friend}, ${player}, now(), false, 'qualified')`);
  expect(await broken()).toEqual([]);
  await db.run(sql`update referrals set status = 'signed_up', qualifications = 1`);
  expect(await broken()).toEqual([tokens]);
  await pay({
    ...token,
    type: 'reversal',
    reference: friend,
    idempotencyKey: `referral:${friend}:reversal`,
    from: { player },
    to: { house: 'rewards' },
    mayGoBelowZero: true,
  });
  expect(await broken()).toEqual([]);
  const other = (await createPlayer(db)).id;
  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network, status)
    values (${other}, ${player}, now(), false, 'qualified')`);
  expect(await broken()).toEqual([tokens]);
});

it('finds a reversal without a reward', async () => {
  const reference = randomUUID();
  const idempotencyKey = `event-reward:${reference}:reversal`;
  const before = await told();
  await pay({
    type: 'reversal',
    reference,
    idempotencyKey,
    from: { player },
    to: { house: 'rewards' },
    mayGoBelowZero: true,
  });
  const breach = `event reward ${reference}: 0 GC due and 0 to return; 0 payments gave 0, 10 returned`;
  expect((await told()).sort()).toEqual([...before, breach].sort());
});
