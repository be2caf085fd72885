// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Database, Transactional } from '../../server/platform/db/database.ts';

export interface Collected {
  eventId: string;
  /** Coins that each player should get, by id. */
  due: Map<string, number>;
}

/**
 * A promotion with collected but unsent rewards: `rewards` of them, spread evenly over `players` new players, of 1 to
 * 97 GC each. Inserted by set-based statements, so that a million take seconds.
 */
export async function collectRewards(
  db: Database,
  { rewards, players = rewards, title = 'Payout' }: { rewards: number; players?: number; title?: string },
): Promise<Collected> {
  const prefix = title.toUpperCase();
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into players (name, email, referral_code)
      select 'Player ' || n, 'p' || n || '@' || ${prefix} || '.test', ${prefix} || lpad(n::text, 8, '0')
      from generate_series(1, ${players}::int) n`);
    await tx.run(sql`
      insert into wallets (player_id, currency)
      select id, unnest(enum_range(null::currency)) from players where referral_code like ${`${prefix}%`}`);
    const { id: eventId } = await tx.one<{ id: string }>(sql`
      insert into events (title, type, triggers, starts_at, ends_at, auto_run)
      values (${title}, 'TEST', '{COMPLETE_CHALLENGE}', now() - interval '2 days', now() - interval '1 day', false)
      returning id`);
    await tx.run(sql`
      insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
      select ${eventId}, p.id, 'COMPLETE_CHALLENGE', 'attempt:' || gen_random_uuid(), 'GC', 1 + n % 97,
        now() - interval '1 day'
      from generate_series(0, ${rewards - 1}::int) n
      join (
        select id, row_number() over (order by id) - 1 as place from players
        where referral_code like ${`${prefix}%`}
      ) p on p.place = n % ${players}::int`);
    const rows = await tx.rows<{ playerId: string; amount: number }>(sql`
      select player_id, sum(amount)::bigint as amount from event_rewards
      where event_id = ${eventId} group by player_id`);
    return { eventId, due: new Map(rows.map(({ playerId, amount }) => [playerId, amount])) };
  });
}

/** Coins that players got from a promotion's rewards, by id. */
export async function paidByPlayer(db: Database, eventId: string): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; amount: number }>(sql`
    select w.player_id, w.balance as amount from wallets w
    where w.currency = 'GC' and w.balance <> 0
      and exists (select from event_rewards r where r.event_id = ${eventId} and r.player_id = w.player_id)`);
  return new Map(rows.map(({ playerId, amount }) => [playerId, amount]));
}

/** The same database, but it records in `held` how many locks each transaction holds at its end. */
export function countingLocks(db: Database, held: number[]): Database {
  const counting = (counted: Transactional): Transactional => ({
    ...counted,
    transaction: (work) =>
      counted.transaction(async (tx) => {
        const result = await work(tx);
        const { locks } = await tx.one<{ locks: number }>(
          sql`select count(*) as locks from pg_locks where pid = pg_backend_pid()`,
        );
        held.push(locks);
        return result;
      }),
  });
  return { ...db, ...counting(db), reports: counting(db.reports) };
}
