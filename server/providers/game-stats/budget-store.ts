import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** Who asks: an entry that a player waits for, or a reading in the background. */
export type SlotUse = 'entry' | 'background';

/** A reserved moment `waitMs` from now, or that none is free soon and when to ask again. */
export type Slot = { isReserved: true; at: Date; waitMs: number } | { isReserved: false; retryInMs: number };

export interface BudgetOptions {
  requestsPerSecond: number;
  /** The largest shares of the budget that entries and background readings may use; together more than all of it. */
  entryShare: number;
  backgroundShare: number;
}

// Four requests must not fall into one second even when some leave a little later than their slot.
const marginFactor = 1.05;
const maxBlockMs = 15 * 60_000;

/** From one slot to the next. */
export function slotSpacingMs({ requestsPerSecond }: Pick<BudgetOptions, 'requestsPerSecond'>): number {
  return (1000 / requestsPerSecond) * marginFactor;
}

const ownTurn = { entry: raw('next_entry_at'), background: raw('next_background_at') } as const;

/**
 * Reserves the next free slot in one short statement. Slots lie at least `1000 / requestsPerSecond` ms apart over
 * all processes, by the database's clock, and those of one use as far apart as its share says. A slot that is not
 * used is lost, no more.
 * @param maxWaitMs reserve nothing when the next free slot is further away
 */
export async function reserveSlot(
  db: Queryable,
  budget: BudgetOptions,
  use: SlotUse,
  maxWaitMs: number,
): Promise<Slot> {
  const spacingMs = slotSpacingMs(budget);
  const ownSpacingMs = spacingMs / (use === 'entry' ? budget.entryShare : budget.backgroundShare);
  const own = ownTurn[use];
  const next = sql`greatest(statement_timestamp(), next_slot_at, blocked_until, ${own})`;
  const reserved = await db.row<{ at: Date; waitMs: number }>(sql`
    update source_budget set
      next_slot_at = ${next} + make_interval(secs => ${spacingMs}::float8 / 1000),
      ${own} = ${next} + make_interval(secs => ${ownSpacingMs}::float8 / 1000)
    where greatest(next_slot_at, blocked_until, ${own})
      <= statement_timestamp() + make_interval(secs => ${maxWaitMs}::float8 / 1000)
    returning new.next_slot_at - make_interval(secs => ${spacingMs}::float8 / 1000) as at,
      extract(epoch from new.next_slot_at - clock_timestamp())::float8 * 1000 - ${spacingMs}::float8
      as wait_ms`);
  if (reserved) {
    return { isReserved: true, at: reserved.at, waitMs: Math.max(0, Math.ceil(reserved.waitMs)) };
  }
  const { waitMs } = await db.one<{ waitMs: number }>(sql`
    select extract(epoch from greatest(clock_timestamp(), next_slot_at, blocked_until, ${own}) - clock_timestamp())
      ::float8 * 1000 as wait_ms
    from source_budget`);
  return { isReserved: false, retryInMs: Math.ceil(waitMs) };
}

/** Whether the source has asked for quiet since a slot was reserved. */
export async function isBlocked(db: Queryable): Promise<boolean> {
  const row = await db.row(sql`select from source_budget where blocked_until > clock_timestamp()`);
  return row !== undefined;
}

/**
 * Stops all requests of all processes once the source has asked for it: until the time that it named (at most 15
 * minutes, so that a nonsensical one cannot stop us for good), else, or where that is over, for 1, 2, 4 ... 64 s.
 */
export async function blockSource(db: Queryable, until: Date | null): Promise<void> {
  await db.run(sql`
    update source_budget set
      refusals = refusals + 1,
      blocked_until = greatest(blocked_until,
        case when coalesce(${until}::timestamptz <= statement_timestamp(), true)
        then statement_timestamp() + make_interval(secs => 2 ^ least(refusals, 6))
        else least(${until}::timestamptz, statement_timestamp() + make_interval(secs => ${maxBlockMs / 1000})) end)`);
}

/** An answer came through: the next refusal starts to count anew. */
export async function unblockSource(db: Queryable): Promise<void> {
  await db.run(sql`update source_budget set refusals = 0 where refusals > 0`);
}
