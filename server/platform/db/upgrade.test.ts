// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { getBoard } from '../../features/leaderboards/rules.ts';
import { readFunctions } from './functions.ts';
import { migrate } from './migrate.ts';

/** The first release had these: what they created exists, with people's data in it. */
const firstRelease = [
  '0001_platform.sql',
  '0002_accounts.sql',
  '0003_ledger.sql',
  '0004_challenges.sql',
  '0005_events.sql',
];
const folder = new URL('../../../db/migrations/', import.meta.url);

let test: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  test = await createTestDatabase();
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await test?.drop();
});

/** The database as the first release left it. */
async function goBack(): Promise<void> {
  await client.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade');
  await client.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const name of firstRelease) {
    const text = await readFile(new URL(name, folder), 'utf8');
    await client.query(text);
    const checksum = createHash('sha256').update(text).digest('hex');
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

const playedAt = new Date('2026-01-01T12:00:00Z');
const [referrer, invitee, gone] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

async function fill(): Promise<void> {
  await client.query(`
    insert into players (id, name, email, referral_code, referred_by, deleted_at) values
      ('${referrer}', 'Ada', 'ada@player.test', 'AAAAAAAA', null, null),
      ('${invitee}', 'Bob', 'bob@player.test', 'BBBBBBBB', '${referrer}', null),
      ('${gone}', 'Deleted player', '', 'CCCCCCCC', '${referrer}', now());
    insert into wallets (player_id, currency) select id, unnest(enum_range(null::currency)) from players;
    insert into challenges (id, description) values ('${referrer}', 'Win');
    insert into admin_changes (actor_id, action, subject, before, after)
      values ('${referrer}', 'challenge.update', 'challenge:1', '{"name": "a"}', '{"name": "b"}')`);
  const attempts = [
    { status: 'SUCCESS', xp: 120, at: playedAt },
    { status: 'FAILED', xp: 20, at: playedAt },
    { status: 'CANCELLED', xp: 0, at: playedAt },
  ];
  for (const { status, xp, at } of attempts) {
    await client.query(
      `insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
        reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
        reason, completed_at, xp_given)
      values ($1, $2, 'Win', $2, 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'Bob', 'bob', '{}', $3, $3, $4, 'done', $3, $5)`,
      [invitee, referrer, at, status, xp],
    );
  }
  await client.query(
    `insert into attempts (player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc,
      reward_gc, required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status,
      reason, next_reading_at)
    values ($1, $2, 'Win', $2, 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'Bob', 'bob', '{}', $3, $3, 'PENDING', 'awaiting-match', $3)`,
    [invitee, referrer, playedAt],
  );
}

it('has migrations numbered one by one: two of one number would run in the order of their words', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, place) => place + 1));
});

it('brings the data of the first release along: who was invited, and what was played', async () => {
  await goBack();
  await fill();
  const applied = await migrate(test.url);
  const all = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  expect([...firstRelease, ...applied]).toEqual(all);

  const referrals = await client.query('select invitee_id, referrer_id, status from referrals');
  expect(referrals.rows).toEqual([{ invitee_id: invitee, referrer_id: referrer, status: 'signed_up' }]);
  const boards = await client.query(`
    select board, player_id, xp::int, players from board_scores join boards using (board) order by board`);
  expect(boards.rows).toEqual(
    [getBoard('all', playedAt), getBoard('season', playedAt), getBoard('week', playedAt)].map((board) => ({
      board,
      player_id: invitee,
      xp: 140,
      players: 1,
    })),
  );
  expect((await client.query('select count(*)::int as played from played_xp')).rows).toEqual([{ played: 2 }]);
  const kinds = await client.query(
    'select player_id, entries::int, finished::int, won::int, cancelled::int from attempt_kinds',
  );
  expect(kinds.rows).toEqual([{ player_id: invitee, entries: 3, finished: 2, won: 1, cancelled: 1 }]);
  const running = await client.query(
    `select counter_amount('running attempts', '${referrer}')::int as running`,
  );
  expect(running.rows).toEqual([{ running: 1 }]);
});

it('takes the time that it needs, even where the database limits statements', async () => {
  const { rows } = await client.query('select current_database() as name');
  await client.query(`alter database ${rows[0].name} set statement_timeout = '200ms'`);
  const sources = await readFunctions();
  const slow = { name: 'slow.sql', text: 'do $$ begin perform pg_sleep(0.4); end $$', checksum: 'slow' };
  const revision = sources.revision + 1;
  await migrate(test.url, { functions: { revision, files: [...sources.files, slow] } });
  const known = await client.query('select checksum from function_files where name = $1', [slow.name]);
  expect(known.rows).toEqual([{ checksum: slow.checksum }]);
});
