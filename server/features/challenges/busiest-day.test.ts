// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { getRecord } from './challenge-admin-store.ts';

const db = openTestDatabase({ poolSize: 1 });

it('counts entries by UTC day, whatever the time zone of the database', async () => {
  const { id } = await createPlayer(db);
  const minutes = ['2026-03-10T00:00:30Z', '2026-03-10T23:59:30Z', '2026-03-12T12:00:00Z'];
  await db.run(sql`
    with challenge as (insert into challenges (description) values ('Busy') returning id)
    insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, completed_at)
    select ${id}, id, 'Busy', make_uuidv7(), 'TOP1_0KILL_SOLO', 5, 10, 1, 0, 'epic', 'key', '{}', at, at, 'FAILED', 'test', at
    from challenge, unnest(${minutes}::timestamptz[]) at`);
  const terms = { requiredPlacement: 1, requiredKills: 0 };
  expect(await getRecord(db, terms, new Date('2026-03-01'))).toMatchObject({ entries: 3, busiestDay: 2 });
});
