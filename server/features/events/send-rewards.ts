import type { Payouts } from '../../../contract/events-admin.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findEditors } from './event-editor-store.ts';
import { type CollectedByPlayer, readCollected } from './event-payout-store.ts';
import { insertReward, spendBudget } from './event-reward-store.ts';
import { type EventRow, findEvent, lockEvent } from './event-store.ts';
import type { EventsDeps } from './reward-fact.ts';
import { isByRank, lateFactGraceMs, withinBudget } from './rules.ts';
import { beginPayout, type Sent } from './send-payout.ts';

const maxListed = 500;

/** Why the rewards of an event cannot be sent now. */
function reasonNotPayable(event: EventRow, now: Date): Refusal | undefined {
  if (event.isCompleted) return refuse('event_already_sent');
  if (event.sendingSince) return refuse('event_sending');
  if (event.autoRun) return refuse('event_sends_itself');
  const isOver = now.getTime() >= event.endsAt.getTime() + lateFactGraceMs;
  return isByRank(event) && !isOver ? refuse('event_running') : undefined;
}

interface Placed extends CollectedByPlayer {
  rank: number;
}

/**
 * Who gets what for which place. A deleted account keeps its place, and so does anyone who created or edited the event; it is
 * paid to nobody.
 */
async function getPlaces(
  db: Queryable,
  event: EventRow,
  { rankPlayed }: EventsDeps,
  findExisting: (playerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Placed[]> {
  const { leaderboardRewards: rewards, budget, budgetSpent } = event;
  const scores = await rankPlayed(db, event.startsAt, event.endsAt, rewards.length);
  const here = await findExisting(scores.map(({ playerId }) => playerId));
  const editors = await findEditors(db, event.id);
  const places = scores.map(({ playerId }, place) => ({
    playerId,
    rank: place + 1,
    amount: rewards[place] as number,
  }));
  return withinBudget(
    places.filter(({ playerId }) => here.has(playerId) && !editors.has(playerId)),
    budget === null ? null : budget - budgetSpent,
  );
}

/** What sending would pay now, the largest first, and in all. */
async function getPayouts(
  event: EventRow,
  deps: EventsDeps,
): Promise<{ players: number; total: number; list: (CollectedByPlayer & { rank?: number })[] }> {
  if (!isByRank(event)) {
    return readCollected(deps.db.reports, event.id, { hasAccount: deps.hasAccount, limit: maxListed });
  }
  const list = await getPlaces(
    deps.db,
    event,
    deps,
    async (ids) => new Set((await deps.publicPlayers(deps.db, ids)).keys()),
  );
  return { players: list.length, total: list.reduce((sum, { amount }) => sum + amount, 0), list };
}

/**
 * Who would get what if the rewards of an event were sent now: the very list that sending pays
 * (docs/rules.md, Events). Refuses `not_found`, `event_already_sent`, `event_sending` and `event_sends_itself`.
 */
export async function previewPayouts(eventId: string, deps: EventsDeps): Promise<Payouts | Refusal> {
  const event = await findEvent(deps.db, eventId);
  if (!event) return refuse('not_found');
  const refusal = reasonNotPayable(event, deps.clock.now());
  if (refusal && refusal.refused !== 'event_running') return refusal;
  const { players, total, list } = await getPayouts(event, deps);
  const known = await deps.publicPlayers(
    deps.db,
    list.map(({ playerId }) => playerId),
  );
  return {
    rewardType: event.rewardType,
    players,
    total,
    list: list.map(({ playerId, amount, rank = null }) => ({
      playerId,
      name: known.get(playerId)?.name ?? '',
      rank,
      amount,
    })),
  };
}

/** Puts places on the list as rewards with their rank; the unique cause keeps it from happening twice. */
async function collectPlaces(tx: Tx, event: EventRow, deps: EventsDeps): Promise<void> {
  const { id: eventId, rewardType: currency, budget } = event;
  const places = await getPlaces(tx, event, deps, (ids) => deps.holdPlayers(tx, ids));
  if (budget !== null) {
    const total = places.reduce((sum, { amount }) => sum + amount, 0);
    await spendBudget(tx, eventId, total);
  }
  for (const { playerId, amount, rank } of places) {
    await insertReward(tx, {
      eventId,
      playerId,
      trigger: 'ACTIVITY_WEEKLY',
      cause: 'place',
      currency,
      amount,
      rank,
      causedAt: event.endsAt,
      paidAt: null,
    });
  }
}

/** Begins to pay what a locked event owes. */
async function begin(tx: Tx, event: EventRow, deps: EventsDeps): Promise<Sent> {
  if (isByRank(event)) await collectPlaces(tx, event, deps);
  return beginPayout(tx, event.id, deps);
}

/**
 * Sends the rewards of an event that an administrator sends: its list is closed, and paid once and for ever, batch by
 * batch. Refuses `not_found`, `event_sending` and `event_already_sent` on a second call, `event_sends_itself`, and
 * `event_running` for places before the end.
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
  // A list of a million takes seconds to add up.
  return deps.db.reports.transaction<Sent | Refusal>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    return changeOnce<Sent>(tx, request, async () => {
      if (!event) return refuse('not_found');
      const refusal = reasonNotPayable(event, deps.clock.now());
      if (refusal) return refusal;
      const sent = await begin(tx, event, deps);
      const after = { players: sent.players, total: sent.total };
      const change = { action: 'event.send', subject: `event:${eventId}`, before: null, after };
      return { answer: sent, change };
    });
  });
}

/** Completes an event that pays by itself, once its end has come; pays its places, and what was collected before it paid so. */
export function endEvent(eventId: string, deps: EventsDeps): Promise<Sent | undefined> {
  return deps.db.reports.transaction<Sent | undefined>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    const isOver = event && deps.clock.now().getTime() >= event.endsAt.getTime() + lateFactGraceMs;
    if (!isOver || event.isCompleted || event.sendingSince || !event.autoRun || !event.isActive)
      return undefined;
    return begin(tx, event, deps);
  });
}
