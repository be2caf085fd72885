// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { readingMonths } from '../../server/features/challenges/readings/attempt-reading-month-store.ts';
import { paymentEventMonths } from '../../server/features/coins/feature.ts';
import { personalFields } from '../../server/personal-fields.ts';
import { adminChangeMonths } from '../../server/platform/db/admin-change-months.ts';
import { recordAdminChange } from '../../server/platform/db/admin-changes.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { installationId } from '../../server/platform/db/installation.ts';
import { createLogger } from '../../server/platform/log.ts';
import type { ArchivingDeps } from '../../server/platform/months/archive-months.ts';
import { readArchive } from '../../server/platform/months/read-archived.ts';
import type { Objects } from '../../server/platform/objects/objects.ts';
import { testSecret } from './app.ts';
import { createPlayer } from './factories.ts';

/** Archives everything as if it were old: this month and the next ones end before a month of next year. */
export function archivingNow(db: Database, objects: Objects): ArchivingDeps {
  return {
    db,
    objects,
    appSecret: testSecret,
    installationId: installationId(db),
    log: createLogger('silent'),
    tables: [adminChangeMonths(personalFields), readingMonths, paymentEventMonths],
    afterMonths: -12,
    batch: 3,
  };
}

/** Ended attempts with five readings each, of which three are kept; payment events, and changes by an administrator. */
export async function fillMonths(
  db: Database,
  attempts = 4,
): Promise<{ playerId: string; attemptIds: string[] }> {
  const { id } = await createPlayer(db, { name: 'Ada Lovelace' });
  const { challengeId } = await db.one<{ challengeId: string }>(sql`
    insert into challenges (description) values ('Win') returning id as challenge_id`);
  const attemptIds: string[] = [];
  for (let n = 0; n < attempts; n++) {
    const attempt = await db.one<{ id: string }>(sql`
      insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
        required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, next_reading_at)
      values (${id}, ${challengeId}, 'Win', ${challengeId}, 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'Ada', 'ada', '{}', now(), now(), 'IN_PROGRESS', 'playing', now())
      returning id`);
    await db.run(sql`
      insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played, detail)
      select ${attempt.id}, n, case n when 2 then 'fault' else 'stats' end, now(), 100 + n, 0, 0, 0, 2 * n, n,
        case n when 2 then 'HTTP 500' end
      from generate_series(0, 4) n`);
    await db.run(sql`
      update attempts set status = 'FAILED', reason = 'no-match', completed_at = now(), next_reading_at = null,
        decided_by_reading = 3 where id = ${attempt.id}`);
    attemptIds.push(attempt.id);
  }
  await db.run(sql`
    insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
    select 'evt_' || n, 'charge.succeeded', 'ch_' || n, 'noted', now(), now() from generate_series(1, 7) n`);
  for (let n = 0; n < 4; n++) {
    await db.transaction((tx) =>
      recordAdminChange(tx, {
        actorId: id,
        action: 'user.change',
        subject: `user:${id}`,
        before: { name: 'Ada Lovelace', role: 'USER' },
        after: { email: 'ada@player.test', xp: n },
      }),
    );
  }
  return { playerId: id, attemptIds };
}

const keyOf: Record<string, (row: Record<string, unknown>) => unknown> = {
  attempt_readings: (row) => `${row.attempt_id} ${row.number}`,
  payment_events: (row) => row.event_id,
  admin_changes: (row) => row.id,
};

/** The rows of the three tables, by table: keys in the database, and those that were archived. */
export async function findRows(
  db: Database,
  objects: Objects,
): Promise<Record<string, { here: unknown[]; archived: unknown[] }>> {
  const found: Record<string, { here: unknown[]; archived: unknown[] }> = {};
  const archives = await db.rows<{ part: string; tableName: string }>(sql`
    select part, table_name from archives where state = 'dropped' order by part`);
  const here = {
    attempt_readings: await db.rows<{ row: object }>(sql`select to_jsonb(r) as row from attempt_readings r`),
    payment_events: await db.rows<{ row: object }>(sql`select to_jsonb(r) as row from payment_events r`),
    admin_changes: await db.rows<{ row: object }>(sql`select to_jsonb(r) as row from admin_changes r`),
  };
  for (const [table, rows] of Object.entries(here)) {
    const keys = keyOf[table] as (row: object) => unknown;
    const archived: unknown[] = [];
    for (const { part, tableName } of archives) {
      if (tableName === table) archived.push(...((await readArchive({ db, objects }, part)) ?? []).map(keys));
    }
    found[table] = { here: rows.map(({ row }) => keys(row)), archived };
  }
  return found;
}
