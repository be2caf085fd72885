// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { beforeEach } from 'vitest';
import type { Trigger } from '../../contract/triggers.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { openTestDatabase } from './database.ts';
import { createPlayer } from './factories.ts';

export interface PromotionParts {
  triggers?: Trigger[];
  amount?: number;
  multiplier?: number;
  currency?: 'GC' | 'XP';
  userCap?: number;
  dailyCap?: number;
  budget?: number;
  autoRun?: boolean;
  startsAt?: string;
  endsAt?: string;
}

/** Inserts a promotion of June 2026 directly, without the dashboard's checks. */
export async function insertPromotion(db: Database, parts: PromotionParts = {}): Promise<string> {
  const { triggers = ['COMPLETE_CHALLENGE'], amount = 10, multiplier = 1, currency = 'GC' } = parts;
  const { startsAt = '2026-06-01', endsAt = '2026-07-01', budget = null, autoRun = true } = parts;
  const row = await db.row<{ id: string }>(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount, multiplier,
      user_cap, daily_cap, budget, auto_run)
    values ('Test event', 'TEST', ${triggers}, ${new Date(startsAt)}, ${new Date(endsAt)}, ${currency}, ${amount},
      ${multiplier}, ${parts.userCap ?? 0}, ${parts.dailyCap ?? 0}, ${budget}, ${autoRun})
    returning id`);
  return row?.id ?? '';
}

/** A database for promotions inserted row by row. Each test starts without any; players stay. */
export function openPromotionRows() {
  const now = new Date('2026-06-15T12:00:00Z');
  /** The time that many minutes after `now`. */
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const db = openTestDatabase({ poolSize: 2 });
  beforeEach(() => db.run(sql`truncate events cascade`));

  return {
    db,
    now,
    at,
    /** A promotion, by default from an hour ago until an hour from now. */
    async add(parts: PromotionParts = {}, change?: Sql): Promise<string> {
      const id = await insertPromotion(db, {
        startsAt: at(-60).toISOString(),
        endsAt: at(60).toISOString(),
        ...parts,
      });
      if (change) await db.run(sql`update events set ${change} where id = ${id}`);
      return id;
    },
    ending: (minutes: number): PromotionParts => ({ endsAt: at(minutes).toISOString() }),
    starting: (minutes: number): PromotionParts => ({ startsAt: at(minutes).toISOString() }),
    newPlayer: async () => (await createPlayer(db)).id,
    /** A reward, by default unsent. */
    async give(eventId: string, playerId: string, amount: number, change?: Sql): Promise<string> {
      const { id } = await db.one<{ id: string }>(sql`
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
        values (${eventId}, ${playerId}, 'EARN_XP', ${`cause:${amount}`}, 'GC', ${amount}, ${now}) returning id`);
      if (change) await db.run(sql`update event_rewards set ${change} where id = ${id}`);
      return id;
    },
  };
}
