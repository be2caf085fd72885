import type { Payouts } from '../../../contract/events.ts';
import { announceBalance } from '../../ledger/announce.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findAnswer, keepAnswer } from '../../platform/db/idempotency.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { EventsDeps } from './deps.ts';
import { completeEvent, type EventRow, findEvent, lockEvent } from './event-store.ts';
import { payReward } from './pay-reward.ts';
import * as store from './reward-store.ts';
import { isByRank, lateWordsMs, withinBudget } from './rules.ts';

export interface Sent {
  players: number;
  total: number;
}

const listedAtMost = 500;

/** Why the rewards of an event cannot be sent now. */
function whyNot(event: EventRow, now: Date): Refusal | undefined {
  if (event.isCompleted) return refuse('event_already_sent');
  if (event.autoRun) return refuse('event_sends_itself');
  const isOver = now.getTime() >= event.endsAt.getTime() + lateWordsMs;
  return isByRank(event) && !isOver ? refuse('event_running') : undefined;
}

interface Placed extends store.Payout {
  rank: number;
}

/** Who gets what for which place. A deleted account keeps its place, which is paid to nobody. */
async function placesOf(
  event: EventRow,
  { rankPlayed }: EventsDeps,
  areHere: (playerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Placed[]> {
  const { leaderboardRewards: rewards, budget, budgetSpent } = event;
  const scores = await rankPlayed(event.startsAt, event.endsAt, rewards.length);
  const here = await areHere(scores.map(({ playerId }) => playerId));
  const places = scores.map(({ playerId }, place) => ({
    playerId,
    rank: place + 1,
    amount: rewards[place] as number,
  }));
  return withinBudget(
    places.filter(({ playerId }) => here.has(playerId)),
    budget === null ? null : budget - budgetSpent,
  );
}

async function payoutsOf(
  event: EventRow,
  deps: EventsDeps,
  areHere: (playerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<(store.Payout & { rank?: number })[]> {
  if (isByRank(event)) return placesOf(event, deps, areHere);
  const collected = await store.collectedByPlayer(deps.db, event.id);
  const here = await areHere(collected.map(({ playerId }) => playerId));
  return collected.filter(({ playerId }) => here.has(playerId));
}

/**
 * Who would get what if the rewards of an event were sent now: the very list that sending pays
 * (docs/rules.md, Events). Refuses `not_found`, `event_already_sent`, and `event_sends_itself`.
 */
export async function previewPayouts(eventId: string, deps: EventsDeps): Promise<Payouts | Refusal> {
  const event = await findEvent(deps.db, eventId);
  if (!event) return refuse('not_found');
  const refusal = whyNot(event, deps.clock.now());
  if (refusal && refusal.refused !== 'event_running') return refusal;
  const known = new Map<string, { name: string }>();
  const areHere = async (playerIds: readonly string[]) => {
    for (const [id, person] of await deps.publicPlayers(playerIds)) known.set(id, person);
    return new Set(known.keys());
  };
  const list = await payoutsOf(event, deps, areHere);
  const shown = list.slice(0, listedAtMost);
  return {
    rewardType: event.rewardType,
    players: list.length,
    total: list.reduce((sum, { amount }) => sum + amount, 0),
    list: shown.map(({ playerId, amount, rank = null }) => ({
      playerId,
      name: known.get(playerId)?.name ?? '',
      rank,
      amount,
    })),
  };
}

/** Pays places as rewards with their rank; the unique cause keeps it from happening twice. */
async function payPlaces(tx: Tx, event: EventRow, now: Date, deps: EventsDeps): Promise<store.Reward[]> {
  const rewards: store.Reward[] = [];
  const { id: eventId, title, rewardType: currency, budget } = event;
  const places = await placesOf(event, deps, (ids) => deps.holdPlayers(tx, ids));
  if (budget !== null) {
    const total = places.reduce((sum, { amount }) => sum + amount, 0);
    await store.spendBudget(tx, eventId, total);
  }
  for (const { playerId, amount, rank } of places) {
    const id = await store.insertReward(tx, {
      eventId,
      playerId,
      trigger: 'ACTIVITY_WEEKLY',
      cause: 'place',
      currency,
      amount,
      rank,
      causedAt: event.endsAt,
      paidAt: now,
    });
    rewards.push({ id, eventId, playerId, title, currency, amount, isPaid: false });
  }
  return rewards.sort((one, other) => (one.playerId < other.playerId ? -1 : 1));
}

/** What was collected for those who still have an account. */
async function collectedOf(tx: Tx, eventId: string, { holdPlayers }: EventsDeps): Promise<store.Reward[]> {
  const collected = await store.lockCollected(tx, eventId);
  const here = await holdPlayers(tx, [...new Set(collected.map(({ playerId }) => playerId))]);
  return collected.filter(({ playerId }) => here.has(playerId));
}

/** Pays whatever a locked event owes and completes it, all in the caller's transaction. */
async function complete(tx: Tx, event: EventRow, deps: EventsDeps): Promise<Sent> {
  const now = deps.clock.now();
  const rewards = isByRank(event)
    ? await payPlaces(tx, event, now, deps)
    : await collectedOf(tx, event.id, deps);
  for (const reward of rewards) await payReward(tx, reward);
  await store.markPaid(
    tx,
    rewards.map(({ id }) => id),
    now,
  );
  await completeEvent(tx, event.id, now);
  const totals = new Map<string, number>();
  for (const { playerId, amount } of rewards) {
    totals.set(playerId, (totals.get(playerId) ?? 0) + amount);
  }
  const { rewardType: currency, title: description } = event;
  for (const [playerId, delta] of totals)
    await announceBalance(tx, playerId, { delta, currency, description });
  await publishToAll(tx, 'events', {});
  return { players: totals.size, total: [...totals.values()].reduce((sum, amount) => sum + amount, 0) };
}

/**
 * Sends the rewards of an event that an administrator sends: all of them in one transaction, once and for ever.
 * Refuses `not_found`, `event_already_sent` on a second call, `event_sends_itself`, and `event_running` for places
 * before the end.
 */
export function sendRewards(
  { actorId, eventId, idempotencyKey }: { actorId: string; eventId: string; idempotencyKey: string },
  deps: EventsDeps,
): Promise<Sent | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'event.send', eventId },
  };
  return deps.db.transaction<Sent | Refusal>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const known = await findAnswer<Sent>(tx, request);
    if (known) return isRefusal(known) ? known : known.answer;
    if (!event) return refuse('not_found');
    const refusal = whyNot(event, deps.clock.now());
    if (refusal) return refusal;
    const sent = await complete(tx, event, deps);
    await recordAdminChange(tx, {
      actorId,
      action: 'event.send',
      subject: `event:${eventId}`,
      before: { isCompleted: false },
      after: { isCompleted: true, ...sent },
      reason: '',
    });
    await keepAnswer(tx, request, sent);
    return sent;
  });
}

/** Completes an event that pays by itself, once its end has come; pays its places where it has any. */
export function endEvent(eventId: string, deps: EventsDeps): Promise<Sent | undefined> {
  return deps.db.transaction<Sent | undefined>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const isOver = event && deps.clock.now().getTime() >= event.endsAt.getTime() + lateWordsMs;
    if (!isOver || event.isCompleted || !event.autoRun || !event.isActive) return undefined;
    return complete(tx, event, deps);
  });
}
