// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openAttemptProofs } from '../../../tests/support/attempt-proofs.ts';

const { db, playerId, told, add, house, move, entered } = openAttemptProofs();
let player: string;
beforeAll(() => {
  player = playerId();
});

it('finds escrow that differs from the fees of running attempts', async () => {
  const id = await add({ status: 'PENDING', entryFeeGC: 105 });
  const says = (held: number, owed: number) =>
    `attempt ${id} (PENDING): escrow holds ${held} GC, expected ${owed} GC`;
  expect(await told()).toContain(says(0, 105));
  await move(id, 'challenge_entry', 105);
  expect(await told()).toEqual([]);
  await move(id, 'challenge_fee', 5, { from: house('escrow'), to: house('fees') });
  expect(await told()).toEqual([says(100, 105)]);
  await move(id, 'challenge_fee', 5, { from: house('adjustments'), to: house('escrow') });
  expect(await told()).toEqual([]);
  await move('nobody', 'challenge_entry', 1);
  expect(await told()).toEqual(['attempt nobody (unknown): escrow holds 1 GC, expected 0 GC']);
  await move('nobody', 'challenge_fee', 1, { from: house('escrow'), to: house('fees') });
  expect(await told()).toEqual([]);
});

it('finds escrow that still holds the fee of an ended attempt', async () => {
  const id = await entered({});
  expect(await told()).toEqual([`attempt ${id} (SUCCESS): escrow holds 105 GC, expected 0 GC`]);
});

it('finds attempts whose transfers differ from their row', async () => {
  const id = await entered({ rewardGivenGC: 300, refundGC: 95 });
  await db.run(sql`update attempts set xp_given = 120 where id = ${id}`);
  await move(id, 'challenge_fee', 105, { from: house('escrow'), to: house('fees') });
  const toPlayer = { from: house('rewards'), to: { player } };
  const says = (moved: string) =>
    `attempt ${id} (SUCCESS): expected entry 105, reward 300, refund 95, XP 120; moved ${moved}`;
  expect(await told()).toEqual([says('105, 0, 0, 0')]);
  await move(id, 'challenge_reward', 301, toPlayer);
  expect(await told()).toEqual([says('105, 301, 0, 0')]);
  await move(id, 'xp_award', 121, { ...toPlayer, currency: 'XP' });
  await move(id, 'challenge_refund', 96, { ...toPlayer, from: house('fees') });
  expect(await told()).toEqual([says('105, 301, 96, 121')]);
  // Reversals reduce what was given: they go to the rewards, or to the fees for a refund.
  const fromPlayer = { from: { player }, to: house('rewards') };
  await move(id, 'reversal', 1, fromPlayer);
  await move(id, 'reversal', 1, { ...fromPlayer, currency: 'XP' });
  expect(await told()).toEqual([says('105, 300, 96, 120')]);
  await move(id, 'reversal', 1, { ...fromPlayer, to: house('fees') });
  expect(await told()).toEqual([]);
});

it('finds an attempt without any transfer', async () => {
  const id = await add({ entryFeeGC: 105 });
  expect(await told()).toEqual([
    `attempt ${id} (SUCCESS): expected entry 105, reward 0, refund 0, XP 0; moved 0, 0, 0, 0`,
  ]);
});

it('finds an attempt with only a reward transfer', async () => {
  const id = await add({ entryFeeGC: 1, rewardGivenGC: 7 });
  await move(id, 'challenge_reward', 7, { from: house('rewards'), to: { player } });
  expect(await told()).toEqual([
    `attempt ${id} (SUCCESS): expected entry 1, reward 7, refund 0, XP 0; moved 0, 7, 0, 0`,
  ]);
});

it('finds attempts that count as won against their verdict without a dispute', async () => {
  const at = new Date('2026-06-15T12:00:00Z');
  const id = await add({ status: 'FAILED', reason: 'conditions-not-met' });
  await db.run(sql`
    insert into disputes (attempt_id, player_id, words, link, opened_at, promised_by)
    values (${id}, ${player}, 'It was a win', '', ${at}, ${at})`);
  expect(await told()).toEqual([]);
  const set = (change: ReturnType<typeof sql>) => db.run(sql`update attempts set ${change} where id = ${id}`);
  const decide = (outcome: 'won' | 'upheld') =>
    db.run(
      sql`update disputes set outcome = ${outcome}, answer = 'So', decided_at = ${at}, decided_by = ${player}`,
    );
  const ofIt = async () => (await told()).filter((breach) => breach.includes('overturned'));
  const overturned = sql`overturned_at = ${at}, status = 'SUCCESS'`;
  await decide('won');
  expect(await ofIt()).toEqual([`attempt ${id} (FAILED, verdict FAILED): overturned never, dispute won`]);
  await set(overturned);
  expect(await ofIt()).toEqual([]);
  await decide('upheld');
  expect(await ofIt()).toEqual([
    expect.stringMatching(
      new RegExp(`^attempt ${id} \\(SUCCESS, verdict FAILED\\): overturned 2026-06-15 .*, dispute upheld$`),
    ),
  ]);
  await decide('won');
  await set(sql`decided_status = 'SUCCESS'`);
  expect(await ofIt()).toHaveLength(1);
  await set(sql`decided_status = 'FAILED', status = 'FAILED'`);
  expect(await ofIt()).toHaveLength(1);
  await db.run(sql`delete from disputes`);
  await set(sql`overturned_at = null, status = 'CANCELLED'`);
  expect(await ofIt()).toEqual([`attempt ${id} (CANCELLED, verdict FAILED): overturned never, dispute none`]);
  await set(sql`voided_at = ${at}`);
  expect(await ofIt()).toEqual([]);
});

it('finds practice that moved coins, counts as finished or is shared', async () => {
  const id = await add({ isPractice: true });
  await add();
  expect(await told()).toEqual([]);
  await move(id, 'challenge_reward', 7, { from: house('rewards'), to: { player } });
  await db.run(sql`
    insert into shared_receipts (attempt_id, player_id, shows_epic_name, is_listed)
    values (${id}, ${player}, false, true)`);
  await db.run(sql`
    insert into finished_attempts (attempt_id, player_id, challenge_type, ended_at, is_won, wins_in_row, reward_gc,
      matches, kills, first_places, top10, top25)
    values (${id}, ${player}, 'T', now(), true, 1, 0, 0, 0, 0, 0, 0)`);
  const practice = (await told()).filter((breach) => breach.startsWith('practice'));
  expect(practice).toEqual([
    `practice attempt ${id}: 7 GC moved`,
    `practice attempt ${id}: it is counted as finished`,
    `practice attempt ${id}: its receipt is shared`,
  ]);
});

it('counts running attempts and finds a wrong count', async () => {
  const id = await add({ status: 'PENDING' });
  const { subject } = await db.one<{ subject: string }>(
    sql`select challenge_id as subject from attempts where id = ${id}`,
  );
  const running = async () => {
    const { amount } = await db.one<{ amount: number }>(
      sql`select counter_amount('running attempts', ${subject}) as amount`,
    );
    return amount;
  };
  expect(await running()).toBe(1);
  const end = (at: Date | null) =>
    db.run(sql`
      update attempts set completed_at = ${at}, status = ${at ? 'FAILED' : 'PENDING'},
        next_reading_at = ${at ? null : new Date()} where id = ${id}`);
  await end(null);
  expect(await running()).toBe(1);
  for (const turn of [1, 2]) {
    await end(new Date(`2026-06-15T12:0${turn}:00Z`));
    expect(await running()).toBe(0);
  }
  await end(null);
  expect(await running()).toBe(1);
  const count = (by: number) =>
    db.run(sql`select add_to_counter('running attempts', array[${subject}], array[${by}::bigint])`);
  await count(1);
  expect(await told()).toContain(`running attempts of challenge ${subject}: counter says 2, found 1`);
  await count(-2);
  expect(await told()).toContain(`running attempts of challenge ${subject}: counter says 0, found 1`);
  await count(1);
  expect((await told()).filter((breach) => breach.startsWith('running attempts'))).toEqual([]);
});

it('finds wrong counts of entries per challenge and attempts per player', async () => {
  const id = await add({ completedAt: new Date('2026-06-15T12:00:00Z') });
  const { subject } = await db.one<{ subject: string }>(
    sql`select challenge_id as subject from attempts where id = ${id}`,
  );
  expect(await told()).toEqual([]);
  const count = (by: number) =>
    db.run(sql`select add_to_counter('challenge entries', array[${subject}], array[${by}::bigint])`);
  for (const by of [1, -1]) {
    await count(by);
    expect(await told()).toEqual([`challenge ${subject}: counter says ${1 + by}, found 1`]);
    await count(-by);
  }
  await count(-1);
  expect(await told()).toEqual([`challenge ${subject}: counter says 0, found 1`]);
  await db.run(sql`truncate row_counters`);
  expect(await told()).toEqual([`challenge ${subject}: counter says 0, found 1`]);
  await count(1);
  const countGone = (by: number) =>
    db.run(sql`select add_to_counter('challenge entries', array['gone'], array[${by}::bigint])`);
  await countGone(1);
  expect(await told()).toEqual(['challenge gone: counter says 1, found 0']);
  await countGone(-1);
  await db.run(sql`update attempt_days set kills = kills + 1`);
  expect(await told()).toEqual([`player ${player}, 2026-06-15: figure 6 is 1, expected 0`]);
  await db.run(sql`update attempt_days set kills = kills - 1`);
  await db.run(sql`update attempt_days set day = day + 1`);
  expect(await told()).toEqual([
    ...[1, 2, 3].map((figure) => `player ${player}, 2026-06-15: figure ${figure} is missing, expected 1`),
    ...[1, 2, 3].map((figure) => `player ${player}, 2026-06-16: figure ${figure} is 1, expected missing`),
  ]);
  await db.run(sql`update attempt_days set day = day - 1`);
  await db.run(sql`update attempt_kinds set coins_won = coins_won + 2`);
  expect(await told()).toEqual([`player ${player}, TOP10_5KILL_SOLO: figure 11 is 2, expected 0`]);
  await db.run(sql`update attempt_kinds set coins_won = coins_won - 2`);
  await db.run(sql`update finished_attempts set wins_in_row = 2`);
  expect(await told()).toEqual([
    expect.stringMatching(
      new RegExp(`^attempt ${id}: counted as .*"TOP10_5KILL_SOLO".* true, 2, .*, expected .* true, 1, `),
    ),
  ]);
  await db.run(sql`delete from finished_attempts`);
  expect(await told()).toEqual([
    expect.stringMatching(new RegExp(`^attempt ${id}: counted as missing, expected `)),
  ]);
});
