// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { getPublicPlayers } from '../../server/features/accounts/handles/handle-store.ts';
import { getContacts } from '../../server/features/accounts/player-store.ts';
import { undoVoidedChallenge } from '../../server/features/promotions/facts.ts';
import { previewPayouts, sendRewards } from '../../server/features/promotions/payouts/send-rewards.ts';
import type { PromotionsDeps } from '../../server/features/promotions/rewards/reward-fact.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { isRefusal } from '../../server/platform/refusal.ts';
import { nothingWaits } from './approvals.ts';
import { createPlayer } from './factories.ts';
import { collectRewards } from './payouts.ts';
import { promotionsDeps } from './promotions-deps.ts';
import { seeded } from './random.ts';

export interface DrillSize {
  rewards: number;
  players: number;
  /** How many times the worker is killed. */
  kills: number;
  /** Seeds the choice of when to kill it, and whose rewards are voided and accounts deleted. */
  seed: number;
}

export interface DrillOutcome {
  /** Differences from the amount that each player should have; empty if the payout is right. */
  differences: string[];
  rewardsPaid: number;
  rewardsLeftOut: number;
  killedAt: number[];
}

interface Row {
  rewards: number;
  done: number;
  isFinished: boolean;
}

const meddledPerKill = 5;

function startWorker(databaseUrl: string): ChildProcess {
  return fork(new URL('payout-worker.ts', import.meta.url), [databaseUrl], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function gone(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await exited;
}

/** Retries a statement while the database is away. */
async function persistently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 300) throw error;
      await delay(100);
    }
  }
}

/**
 * Events while rewards are being sent: attempts are voided and accounts deleted, of players already paid and of others,
 * and an administrator presses the button again.
 */
async function meddle(
  eventId: string,
  actorId: string,
  deps: PromotionsDeps,
  roll: () => number,
  ids: readonly string[],
) {
  const any = () => ids[Math.floor(roll() * ids.length)] as string;
  for (let each = 0; each < meddledPerKill; each++) {
    const row = await deps.db.row<{ cause: string }>(sql`
      select cause from event_rewards where event_id = ${eventId} and player_id = ${any()} order by id limit 1`);
    const attemptId = (row?.cause ?? '').replace('attempt:', '');
    await undoVoidedChallenge({ attemptId, playerId: '' }, deps);
    await deps.db.run(sql`update players set deleted_at = now() where id = ${any()}`);
  }
  const again = await sendRewards(
    { actorId, eventId, idempotencyKey: randomUUID() },
    { ...deps, askApproval: nothingWaits },
  );
  if (!isRefusal(again)) throw new Error('the rewards could be sent a second time');
}

/** Compares wallets and transfers with the amounts calculated from the rewards alone. */
async function findDifferences(db: Database, eventId: string): Promise<string[]> {
  const rows = await db.rows<{ difference: string }>(sql`
    with due as (
      select r.player_id, coalesce(sum(r.amount) filter (
        where r.taken_back_at is null and (p.deleted_at is null or r.paid_at is not null)), 0) as coins
      from event_rewards r join players p on p.id = r.player_id where r.event_id = ${eventId} group by r.player_id
    ), moved as (
      select credit_player_id as player_id, count(*) as payments, count(distinct reference) as rewards from transfers
      where type = 'event_reward' group by credit_player_id
    )
    select format('player %s: %s GC instead of %s, %s payments of %s rewards', player_id, w.balance, due.coins,
      coalesce(payments, 0), coalesce(rewards, 0)) as difference
    from due join wallets w using (player_id) left join moved using (player_id)
    where w.currency = 'GC' and (w.balance <> due.coins or payments <> rewards)
    union all
    select format('reward %s of a player with an account was not paid', r.id)
    from event_rewards r join players p on p.id = r.player_id
    where r.event_id = ${eventId} and r.paid_at is null and r.taken_back_at is null and p.deleted_at is null
    union all
    select format('%s notifications of %s paid rewards', told.count, paid.count)
    from (select count(*) from notifications where kind = 'event') told,
      (select count(*) from event_rewards where event_id = ${eventId} and paid_at is not null) paid
    where told.count <> paid.count
    limit 100`);
  return rows.map(({ difference }) => difference);
}

/**
 * Sends collected rewards with a worker that is repeatedly killed. Meanwhile attempts are voided, accounts are deleted
 * and the button is pressed again. Then compares each player's balance with the rewards.
 * @param db on `databaseUrl`, without any promotions
 * @param fault what happens to the database after the first kill
 */
export async function drillPayout(
  { db, databaseUrl, fault }: { db: Database; databaseUrl: string; fault: () => Promise<unknown> },
  { rewards, players, kills, seed }: DrillSize,
): Promise<DrillOutcome> {
  const roll = seeded(seed);
  const { eventId, due } = await collectRewards(db, { rewards, players, title: 'Drill' });
  const ids = [...due.keys()];
  const actorId = (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
  const deps: PromotionsDeps = {
    ...promotionsDeps({ db, clock: systemClock }),
    publicPlayers: getPublicPlayers,
    getContacts,
  };
  const preview = await previewPayouts(eventId, deps);
  const sent = await sendRewards(
    { actorId, eventId, idempotencyKey: randomUUID() },
    { ...deps, askApproval: nothingWaits },
  );
  if (isRefusal(sent)) throw new Error(`sending was refused: ${sent.refused}`);
  const promised = !isRefusal(preview) && preview.players === sent.players && preview.total === sent.total;
  if (!promised) throw new Error('what is sent is not what the preview showed');
  const thresholds = Array.from({ length: kills }, (_, kill) =>
    Math.floor(((kill + 0.2 + 0.6 * roll()) / kills) * rewards),
  );
  const killedAt: number[] = [];
  const far = () =>
    persistently(() =>
      db.row<Row>(sql`
        select rewards, rewards_paid + rewards_left_out as done, finished_at is not null as is_finished
        from event_payouts where event_id = ${eventId}`),
    );
  let worker = startWorker(databaseUrl);
  try {
    for (;;) {
      const { done = 0, isFinished = false } = (await far()) ?? {};
      if (isFinished) break;
      if (done >= (thresholds[killedAt.length] ?? Number.POSITIVE_INFINITY)) {
        await gone(worker);
        killedAt.push(done);
        if (killedAt.length === 1) await fault();
        await persistently(() => meddle(eventId, actorId, deps, roll, ids));
        worker = startWorker(databaseUrl);
      } else if (worker.exitCode !== null) worker = startWorker(databaseUrl);
      await delay(5);
    }
    const left = () =>
      db.row(sql`
        select from graphile_worker.jobs where task_identifier = 'event.rewards-sent' and attempts < max_attempts limit 1`);
    while (await left()) await delay(50);
    const sent = await db.one<{ rewardsPaid: number; rewardsLeftOut: number }>(sql`
      select rewards_paid, rewards_left_out from event_payouts
      where event_id = ${eventId}`);
    return { ...sent, differences: await findDifferences(db, eventId), killedAt };
  } finally {
    await gone(worker);
  }
}
