import type { LoadedFields } from '../../../contract/edits.ts';
import { type EventInput, faultOfEvent } from '../../../contract/event-terms.ts';
import type { AdminEvent } from '../../../contract/events-admin.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { recordEditor } from './event-editor-store.ts';
import * as store from './event-store.ts';
import { viewForAdmins } from './list-events.ts';
import type { EventsDeps } from './reward-fact.ts';
import { isByRank } from './rules.ts';

interface Edit {
  actorId: string;
  idempotencyKey: string;
}

/** As it is kept: places are paid by rank, so such an event has no single reward (product specification, 4.5). */
function kept(event: EventInput): EventInput {
  if (!isByRank(event)) return { ...event, leaderboardRewards: [] };
  return { ...event, eventConfig: { ...event.eventConfig, rewardAmount: 0 } };
}

async function view(tx: Tx, eventId: string, deps: EventsDeps): Promise<AdminEvent> {
  const row = await store.findForAdmins(tx, eventId);
  if (!row) throw new Error(`event ${eventId} vanished while it was edited`);
  return viewForAdmins(row, deps.clock.now());
}

/** An event as it is written. */
function toInput(row: store.EventRow): EventInput {
  const { title, description, type, triggers, leaderboardRewards, autoRun, isActive } = row;
  const { rewardType, rewardAmount, multiplier, userCap, dailyCap, budget } = row;
  return {
    title,
    description,
    type,
    triggers,
    startDate: row.startsAt.toISOString(),
    endDate: row.endsAt.toISOString(),
    leaderboardRewards,
    autoRun,
    isActive,
    eventConfig: { rewardType, rewardAmount, multiplier, userCap, dailyCap, budget },
  };
}

/** Creates an event. Refuses `event_invalid` with the fault of the whole (product specification, section 5). */
export function createEvent(
  { actorId, idempotencyKey, event }: Edit & { event: EventInput },
  deps: EventsDeps,
): Promise<AdminEvent | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'event.create', event } };
  return deps.db.transaction<AdminEvent | Refusal>(async (tx) => {
    return changeOnce<AdminEvent>(tx, request, async () => {
      const fault = faultOfEvent(event)?.message;
      if (fault) return refuse('event_invalid', { fault });
      const id = await store.insertEvent(tx, kept(event));
      return finish(tx, { actorId, action: 'event.create', id, before: null }, deps);
    });
  });
}

/** What was given stays what it was, so the books of an event stand in one currency and are paid in one way. */
async function faultOfChange(tx: Tx, before: store.EventRow, event: EventInput): Promise<string | undefined> {
  const isSame = before.rewardType === event.eventConfig.rewardType && isByRank(before) === isByRank(event);
  if (isSame || !(await store.hasRewards(tx, before.id))) return undefined;
  return 'It has rewarded players: what it pays in, and whether it pays places, stays';
}

/**
 * Changes an event from now on: what it gave stays. Refuses `not_found`, `changed_meanwhile`, `event_invalid`, `event_completed` and, while its
 * rewards are being sent, `event_sending`.
 */
export function editEvent(
  {
    actorId,
    idempotencyKey,
    eventId: id,
    event: sent,
    loaded,
  }: Edit & { eventId: string; event: EventInput; loaded: LoadedFields },
  deps: EventsDeps,
): Promise<AdminEvent | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'event.update', id, event: sent, loaded },
  };
  return deps.db.transaction<AdminEvent | Refusal>(async (tx) => {
    const before = await store.lockEvent(tx, id);
    return changeOnce<AdminEvent>(tx, request, async () => {
      if (!before) return refuse('not_found');
      if (before.isCompleted) return refuse('event_completed');
      if (before.sendingSince) return refuse('event_sending');
      const event = mergeEdit({ sent, loaded, current: toInput(before) });
      if (isRefusal(event)) return event;
      const fault = faultOfEvent(event)?.message ?? (await faultOfChange(tx, before, event));
      if (fault) return refuse('event_invalid', { fault });
      await store.updateEvent(tx, id, kept(event));
      return finish(tx, { actorId, action: 'event.update', id, before }, deps);
    });
  });
}

async function finish(
  tx: Tx,
  { actorId, action, id, before }: { actorId: string; action: string; id: string; before: unknown },
  deps: EventsDeps,
) {
  await recordEditor(tx, id, actorId);
  const after = await view(tx, id, deps);
  await publishToAll(tx, 'events', {});
  return { answer: after, change: { action, subject: `event:${id}`, before, after } };
}

/** Deletes an event from every list; what it paid stays paid, what it only collected is never sent. Refuses `not_found` and `event_sending`. */
export function deleteEvent(
  { actorId, idempotencyKey, eventId: id }: Edit & { eventId: string },
  deps: EventsDeps,
): Promise<Record<string, never> | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'event.delete', id } };
  return deps.db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await store.lockEvent(tx, id);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!before) return refuse('not_found');
      if (before.sendingSince && !before.isCompleted) return refuse('event_sending');
      await store.deleteEvent(tx, id, deps.clock.now());
      await publishToAll(tx, 'events', {});
      return {
        answer: {},
        change: { action: 'event.delete', subject: `event:${id}`, before, after: null },
      };
    });
  });
}
