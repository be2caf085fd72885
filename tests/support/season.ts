// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { type PromotionInput, promotionInput } from '../../contract/promotion-terms.ts';
import type { Trigger } from '../../contract/triggers.ts';
import { holdPlayers } from '../../server/features/accounts/player-store.ts';
import { rankPlayed } from '../../server/features/leaderboards/board-store.ts';
import { keepSpan, rankSpan } from '../../server/features/leaderboards/rank-span.ts';
import { recordPlayed, revokePlayed } from '../../server/features/leaderboards/record-played.ts';
import { insertPromotion } from '../../server/features/promotions/event-store.ts';
import {
  rewardFinishedChallenge,
  rewardPayment,
  rewardReferral,
  undoVoidedChallenge,
} from '../../server/features/promotions/facts.ts';
import { promotionsTasks } from '../../server/features/promotions/feature.ts';
import type { PromotionsDeps } from '../../server/features/promotions/rewards/reward-fact.ts';
import { rewardFirstSignIn } from '../../server/features/promotions/rewards/reward-first-sign-in.ts';
import { openWallets } from '../../server/ledger/balances.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { fakeClock } from './clock.ts';
import { promotionsDeps } from './promotions-deps.ts';
import { seeded } from './random.ts';
import { findWrongAchievements, toAchievements } from './season-achievements.ts';
import { seasonAttempts } from './season-attempts.ts';
import { type Model, type SeasonFact, toModel } from './season-model.ts';

const dayMs = 24 * 3_600_000;
const deliveredAtOnce = 12;

export interface SeasonSize {
  players: number;
  facts: number;
  /** Number of days in the season. */
  days: number;
}

export interface SeasonOutcome {
  /** Differences between the payments and the model; empty if the season is right. */
  differences: string[];
  rewards: number;
  /** Number of achievements that players have at the end. */
  achievements: number;
}

/** Pseudo-random whole numbers, the same in each run. */
function dice(seed: number): (below: number) => number {
  const random = seeded(seed);
  return (below) => Math.floor(random() * below);
}

function seasonPromotions(start: Date, days: number): PromotionInput[] {
  const at = (day: number) => new Date(start.getTime() + day * dayMs).toISOString();
  const event = (title: string, trigger: Trigger, from: number, until: number, parts: object) =>
    promotionInput.parse({
      title,
      type: 'TEST',
      triggers: [trigger],
      startDate: at(from),
      endDate: at(until),
      ...parts,
    });
  const half = Math.floor(days / 2);
  return [
    event('finish', 'COMPLETE_CHALLENGE', 0, days, { eventConfig: { rewardAmount: 3, dailyCap: 2 } }),
    event('cap', 'COMPLETE_CHALLENGE', 0, half, {
      eventConfig: { rewardAmount: 7, userCap: 4, multiplier: 1.5 },
    }),
    event('xp', 'EARN_XP', 1, days, { eventConfig: { rewardType: 'XP', rewardAmount: 5, userCap: 9 } }),
    event('buy', 'BUY_COINS', 0, days, { eventConfig: { rewardAmount: 25, dailyCap: 1 } }),
    event('budget', 'BUY_COINS', 0, days, { eventConfig: { rewardAmount: 10, budget: 995 } }),
    event('friend', 'REFER_FRIEND', 0, days, {
      autoRun: false,
      eventConfig: { rewardAmount: 100, userCap: 3 },
    }),
    event('welcome', 'FIRST_LOGIN', 0, days, { eventConfig: { rewardAmount: 500 } }),
    event('google', 'FIRST_LOGIN_GOOGLE', 0, days, { eventConfig: { rewardAmount: 20 } }),
    ...Array.from({ length: Math.floor(days / 7) }, (_, week) =>
      event(`week ${week + 1}`, 'ACTIVITY_WEEKLY', week * 7, week * 7 + 7, {
        leaderboardRewards: [500, 300, 200, 100],
      }),
    ),
  ];
}

/**
 * Cheats only play, and all their attempts are voided. If several events compete for a cap, their order decides which
 * count, so a voided one must not compete with one that keeps counting.
 */
const isCheat = (player: number) => player % 20 === 19;

/** All events, day by day. Attempts are voided on the following day. */
function seasonFacts({ players, facts, days }: SeasonSize, start: Date): SeasonFact[][] {
  const roll = dice(20_261_121);
  const perDay = Math.ceil(facts / days);
  const voids: SeasonFact[][] = Array.from({ length: days + 1 }, () => []);
  let identities = 0;
  return Array.from({ length: days }, (_, day) => {
    const today: SeasonFact[] = [...(voids[day] ?? [])];
    // If two players use one identity on the same day, the first delivered one counts.
    const knownBefore = identities;
    while (today.length < perDay) {
      const player = roll(players);
      // Never in the last hour of a day, so that the evening's run sees every event of the day.
      const at = new Date(start.getTime() + day * dayMs + roll(23 * 3_600) * 1_000);
      const chance = roll(isCheat(player) ? 80 : 100);
      if (chance < 80) {
        const id = randomUUID();
        const match = { kills: roll(12), place: [1, 10, 25, 90][roll(4)] as number, variant: roll(9) };
        today.push({ kind: 'finished', player, id, xp: chance % 3 ? 20 : 120, at, ...match });
        if (isCheat(player)) voids[day + 1]?.push({ kind: 'voided', player, id, at });
      } else if (chance < 92) today.push({ kind: 'paid', player, id: randomUUID(), at });
      else if (chance < 96) today.push({ kind: 'referred', player, id: randomUUID(), at });
      else {
        // Every fifth player returns with an identity used before, as after a deletion.
        const returns = knownBefore > 0 && roll(5) === 0;
        const identity = returns ? roll(knownBefore) : identities++;
        today.push({ kind: 'signed-in', player, id: `identity-${identity}`, at });
      }
    }
    return today;
  });
}

async function createPlayers(db: Database, count: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    insert into players (name, email, referral_code)
    select 'Player ' || n, 'p' || n || '@season.test', 'SEASON' || lpad(n::text, 8, '0')
    from generate_series(1, ${count}) n returning id`);
  await db.transaction(async (tx) => {
    for (const { id } of rows) await openWallets(tx, id);
  });
  return rows.map(({ id }) => id);
}

function createDeliverer(
  deps: PromotionsDeps,
  ids: readonly string[],
  countAchievements: (playerId: string, isUndone?: boolean) => Promise<void>,
) {
  return async (fact: SeasonFact): Promise<void> => {
    const playerId = ids[fact.player] as string;
    const at = fact.at.toISOString();
    if (fact.kind === 'finished') {
      const finished = { attemptId: fact.id, playerId, status: 'FAILED' as const, xp: fact.xp, at };
      await Promise.all([
        recordPlayed(finished, deps),
        rewardFinishedChallenge(finished, deps),
        countAchievements(playerId),
      ]);
    } else if (fact.kind === 'voided') {
      const voided = { attemptId: fact.id, playerId };
      await Promise.all([
        revokePlayed(voided, deps),
        undoVoidedChallenge(voided, deps),
        countAchievements(playerId, true),
      ]);
    } else if (fact.kind === 'paid') {
      const rest = { packageTitle: 'GC_100', coins: 100, amountCents: 99 };
      await rewardPayment({ paymentId: fact.id, playerId, ...rest, at }, deps);
    } else if (fact.kind === 'referred') {
      await rewardReferral({ inviteeId: fact.id, referrerId: playerId, at }, deps);
    } else await rewardFirstSignIn({ playerId, provider: 'google', identityHash: fact.id, at }, deps);
  };
}

/** Delivers every event one to three times, in random order, many concurrently. */
async function deliverAll(
  facts: readonly SeasonFact[],
  tell: (fact: SeasonFact) => Promise<void>,
  roll: (below: number) => number,
): Promise<void> {
  const words = facts.flatMap((fact) => Array<SeasonFact>(roll(10) === 0 ? 1 + roll(3) : 1).fill(fact));
  for (let place = words.length - 1; place > 0; place--) {
    const other = roll(place + 1);
    [words[place], words[other]] = [words[other] as SeasonFact, words[place] as SeasonFact];
  }
  await Promise.all(
    Array.from({ length: deliveredAtOnce }, async () => {
      for (let fact = words.pop(); fact; fact = words.pop()) await tell(fact);
    }),
  );
}

async function paidByPromotion(db: Database): Promise<Map<string, number>> {
  const rows = await db.rows<{ event: string; player: string; amount: number }>(sql`
    select e.title as event, right(p.referral_code, 8) as player,
      sum(case when t.type = 'reversal' then -t.amount else t.amount end)::bigint as amount
    from transfers t
    join event_rewards r on r.id::text = t.reference
    join events e on e.id = r.event_id
    join players p on p.id = r.player_id
    where t.type in ('event_reward', 'reversal')
    group by e.title, p.referral_code having sum(case when t.type = 'reversal' then -t.amount else t.amount end) <> 0`);
  return new Map(rows.map(({ event, player, amount }) => [`${event}/${Number(player) - 1}`, amount]));
}

function findDifferences(model: Model, paid: ReadonlyMap<string, number>): string[] {
  const found: string[] = [];
  let budgetPaid = 0;
  for (const [key, amount] of paid) {
    // If a budget is too small for all, it is random who gets paid, but not how much in total.
    if (key.startsWith('budget/')) budgetPaid += amount;
    else if (model.paid.get(key) !== amount)
      found.push(`${key}: paid ${amount}, not ${model.paid.get(key) ?? 0}`);
  }
  for (const [key, amount] of model.paid)
    if (!paid.has(key)) found.push(`${key}: paid nothing, not ${amount}`);
  if (budgetPaid !== model.budgetPaid) found.push(`budget: paid ${budgetPaid}, not ${model.budgetPaid}`);
  return found;
}

/**
 * Plays a season on an empty database. Every event is delivered out of order and up to three times, many concurrently.
 * The scheduler ends promotions, then everything is delivered a second time. Compares payments and achievements (with
 * times) with an independent model.
 */
export async function playSeason(db: Database, size: SeasonSize): Promise<SeasonOutcome> {
  const start = new Date('2026-09-07T00:00:00Z');
  const clock = fakeClock(start);
  const deps: PromotionsDeps = { ...promotionsDeps({ db, clock }), rankPlayed, keepSpan, rankSpan };
  const sweep = () => (promotionsTasks(deps)['run-events'] as Task)({} as never);
  const events = seasonPromotions(start, size.days);
  await db.transaction(async (tx) => {
    for (const event of events) await insertPromotion(tx, event);
  });
  const ids = await createPlayers(db, size.players);
  const days = seasonFacts(size, start);
  const attempts = await seasonAttempts({ db, clock, holdPlayers }, ids);
  const tell = createDeliverer(deps, ids, attempts.count);
  const roll = dice(7);
  for (const [day, facts] of days.entries()) {
    clock.set(new Date(start.getTime() + (day + 1) * dayMs - 1));
    await attempts.play(facts, deliveredAtOnce);
    await deliverAll(facts, tell, roll);
    clock.set(new Date(start.getTime() + (day + 1) * dayMs + 120_000));
    await Promise.all([sweep(), sweep(), sweep()]);
    clock.advance(15 * 60_000);
    await attempts.endDay();
  }
  const once = await paidByPromotion(db);
  const heldOnce = await attempts.read();
  await deliverAll(days.flat(), tell, roll);
  await sweep();
  await attempts.endDay();
  const twice = await paidByPromotion(db);

  const mustHold = toAchievements(days, ids, start);
  const differences = [
    ...findDifferences(toModel(events, days, ids, start), once),
    ...findWrongAchievements(mustHold, heldOnce),
    ...findWrongAchievements(mustHold, await attempts.read()).map((wrong) => `told again, ${wrong}`),
  ];
  for (const [key, amount] of twice) {
    if (once.get(key) !== amount)
      differences.push(`${key}: told again it paid ${amount}, not ${once.get(key) ?? 0}`);
  }
  const { rewards } = await db.one<{ rewards: number }>(sql`
    select count(*) as rewards from transfers where type = 'event_reward'`);
  return { differences, achievements: heldOnce.held.size, rewards };
}
