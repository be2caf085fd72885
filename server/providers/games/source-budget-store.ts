// SPDX-License-Identifier: Apache-2.0

import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** The use of a request: an entry that a player waits for, or a background reading. */
export const slotUses = ['entry', 'background'] as const;
export type SlotUse = (typeof slotUses)[number];

/** A reserved slot `waitMs` from now. Or no slot is free soon, and when to ask again. */
export type Slot =
  | { isReserved: true; keyId: string; at: Date; waitMs: number }
  | { isReserved: false; retryInMs: number };

/** A game-statistics key, and the rate that it was granted. */
export interface KeyBudget {
  /** Identifies its row. */
  id: string;
  requestsPerSecond: number;
}

/** The maximum shares of each key's budget for entries and for background readings; together they exceed the whole. */
export interface Shares {
  entryShare: number;
  backgroundShare: number;
}

// A safety margin: four requests must not fall into one second even if some leave slightly late.
const marginFactor = 1.05;
const maxBlockMs = 15 * 60_000;

/** The time from one slot of a key to the next. */
export function slotSpacingMs({ requestsPerSecond }: Pick<KeyBudget, 'requestsPerSecond'>): number {
  return (1000 / requestsPerSecond) * marginFactor;
}

const thisMinute = sql`date_trunc('minute', statement_timestamp())`;
const lastMinute = sql`${thisMinute} - interval '1 minute'`;

const ownTurn = { entry: raw('next_entry_at'), background: raw('next_background_at') } as const;

/** Creates each key's row. */
export async function addKeys(db: Queryable, keys: readonly KeyBudget[]): Promise<void> {
  await db.run(sql`
    insert into source_budget (key_id) select unnest(${keys.map(({ id }) => id)}::text[]) on conflict do nothing`);
}

/**
 * Reserves the next free slot of the key that has the earliest, in one short statement. Slots of a key are at least
 * `1000 / requestsPerSecond` ms apart across all processes, by the database's clock. Slots of one use are as far apart
 * as its share requires. An unused slot is lost.
 * @param maxWaitMs reserves nothing if the next free slot is further away
 */
export async function reserveSlot(
  db: Queryable,
  keys: readonly KeyBudget[],
  shares: Shares,
  use: SlotUse,
  maxWaitMs: number,
): Promise<Slot> {
  const share = use === 'entry' ? shares.entryShare : shares.backgroundShare;
  const ids = keys.map(({ id }) => id);
  const spacings = keys.map((key) => slotSpacingMs(key) / 1000);
  const own = ownTurn[use];
  const freeAt = sql`greatest(next_slot_at, blocked_until, ${own})`;
  const next = sql`greatest(statement_timestamp(), ${freeAt})`;
  // Skips locked rows unless all are locked: a caller that waited for one would get a later slot than another key's
  // next one.
  const takeFrom = (held: Sql) =>
    db.row<{ keyId: string; at: Date; waitMs: number }>(sql`
    with chosen as (
      select key_id, make_interval(secs => spacing) as spacing, make_interval(secs => spacing / ${share}::float8) as own_spacing
      from source_budget join unnest(${ids}::text[], ${spacings}::float8[]) as keys (key_id, spacing) using (key_id)
      where ${freeAt} <= statement_timestamp() + make_interval(secs => ${maxWaitMs}::float8 / 1000)
      order by ${freeAt}, key_id limit 1
      for update of source_budget ${held}
    )
    update source_budget set next_slot_at = ${next} + spacing, ${own} = ${next} + own_spacing,
      used_minute = ${thisMinute}, used = case when used_minute = ${thisMinute} then used + 1 else 1 end,
      used_before = case used_minute when ${thisMinute} then used_before when ${lastMinute} then used else 0 end
    from chosen where source_budget.key_id = chosen.key_id
    returning source_budget.key_id, next_slot_at - spacing as at,
      extract(epoch from next_slot_at - spacing - clock_timestamp())::float8 * 1000 as wait_ms`);
  const reserved = (keys.length > 1 && (await takeFrom(sql`skip locked`))) || (await takeFrom(empty));
  if (reserved) {
    const { keyId, at, waitMs } = reserved;
    return { isReserved: true, keyId, at, waitMs: Math.max(0, Math.ceil(waitMs)) };
  }
  const { waitMs } = await db.one<{ waitMs: number }>(sql`
    select extract(epoch from greatest(clock_timestamp(), min(${freeAt})) - clock_timestamp())::float8 * 1000 as wait_ms
    from source_budget where key_id = any(${ids})`);
  return { isReserved: false, retryInMs: Math.ceil(waitMs) };
}

/** Whether the source has asked us to wait since a slot of that key was reserved. */
export async function isBlocked(db: Queryable, keyId: string): Promise<boolean> {
  const row = await db.row(
    sql`select from source_budget where key_id = ${keyId} and blocked_until > clock_timestamp()`,
  );
  return row !== undefined;
}

/**
 * Blocks all processes' requests with these keys when the source asks for it: until the given time (15 minutes at most,
 * so that an absurd time can't block us forever), or without a time, or with one in the past, for 1, 2, 4 ... 64 s.
 */
export async function blockKeys(db: Queryable, keyIds: readonly string[], until: Date | null): Promise<void> {
  await db.run(sql`
    update source_budget set
      refusals = refusals + 1,
      blocked_until = greatest(blocked_until,
        case when coalesce(${until}::timestamptz <= statement_timestamp(), true)
        then statement_timestamp() + make_interval(secs => 2 ^ least(refusals, 6))
        else least(${until}::timestamptz, statement_timestamp() + make_interval(secs => ${maxBlockMs / 1000})) end)
    where key_id = any(${keyIds})`);
}

/** A request succeeded: the next refusal of that key starts from 1 s again. */
export async function clearRefusals(db: Queryable, keyId: string): Promise<void> {
  await db.run(sql`update source_budget set refusals = 0 where key_id = ${keyId} and refusals > 0`);
}

/** The state of a key. */
export interface KeyState {
  keyId: string;
  /** For how much longer the source wants no requests. */
  blockedSeconds: number;
  /** How far ahead slots are reserved, in seconds from now; 0 if one is free. */
  aheadSeconds: number;
}

export const isResting = ({ blockedSeconds }: KeyState): boolean => blockedSeconds > 0;

export function readKeyStates(db: Queryable, keyIds: readonly string[]): Promise<KeyState[]> {
  return db.rows<KeyState>(sql`
    select key_id, extract(epoch from greatest(blocked_until, now()) - now())::float8 as blocked_seconds,
      extract(epoch from greatest(next_slot_at, now()) - now())::float8 as ahead_seconds
    from source_budget where key_id = any(${keyIds}) order by key_id`);
}

/** The budget of some keys together, in requests. */
export interface BudgetUse {
  grantedPerMinute: number;
  /** Slots taken in the last whole minute, by all processes. */
  usedLastMinute: number;
  /** Slots that are reserved ahead. */
  reserved: number;
  /** For how much longer the source wants no requests by any of the keys; 0 if one may ask. */
  blockedSeconds: number;
}

export async function readBudgetUse(db: Queryable, keys: readonly KeyBudget[]): Promise<BudgetUse> {
  const ids = keys.map(({ id }) => id);
  const spacings = keys.map((key) => slotSpacingMs(key) / 1000);
  const use = await db.one<Omit<BudgetUse, 'grantedPerMinute'>>(sql`
    select coalesce(sum(case used_minute when ${thisMinute} then used_before when ${lastMinute} then used end), 0)::int
        as used_last_minute,
      -- The slot at next_slot_at is still free.
      coalesce(sum(greatest(0, ceil(extract(epoch from greatest(next_slot_at, now()) - now()) / spacing) - 1)), 0)::int as reserved,
      coalesce(ceil(min(extract(epoch from greatest(blocked_until, now()) - now()))), 0)::int as blocked_seconds
    from source_budget join unnest(${ids}::text[], ${spacings}::float8[]) as keys (key_id, spacing) using (key_id)`);
  const perSecond = keys.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  return { grantedPerMinute: Math.round(perSecond * 60), ...use };
}
