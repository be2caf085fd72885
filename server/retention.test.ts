// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sql, { raw, type Sql } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../tests/support/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import type { Task } from './platform/jobs/outbox.ts';

const document = readFileSync(new URL('../docs/retention.md', import.meta.url), 'utf8');
const sections = new Map(
  document
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text]),
);
/** Names in backticks that could be tables. */
const namesIn = (text: string) => Array.from(text.matchAll(/`([a-z_]+)`/g), ([, name = '']) => name);

const test = openForTests(startTestApp);
let playerId: string;
beforeAll(async () => {
  playerId = (await createPlayer(test.db)).id;
});

it('documents once for every table how long its rows are kept', async () => {
  const tables = await test.db.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
  const told = namesIn(document).filter((name) => name !== 'housekeeping');
  expect(told.toSorted()).toEqual(tables.map(({ name }) => name));
});

it('documents for each table with player ids what happens to its rows', async () => {
  const named = await test.db.rows<{ name: string }>(sql`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype
      and (a.attname ~ '(^|_)(player|owner|viewer)_id$' or exists (
        select from pg_constraint f where f.conrelid = c.oid and f.confrelid = 'players'::regclass
          and a.attnum = any (f.conkey)))`);
  expect(named.length).toBeGreaterThan(40);
  const explained = ['Deleted automatically', 'Until done', 'With the account', 'Permanently']
    .flatMap((title) => namesIn(sections.get(title) ?? ''))
    .concat('admin_changes', 'roles', 'play_rules', 'webhook_endpoints');
  expect(named.map(({ name }) => name).filter((name) => !explained.includes(name))).toEqual([]);
});

describe('expired rows', () => {
  const rows = (sections.get('Deleted automatically') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const tasks = new Map(
    rows.flatMap((line) => {
      const [, names = '', , task = ''] = line.split('|');
      return namesIn(names).map((name) => [name, task.replaceAll(/[`\s]/g, '')]);
    }),
  );

  it('are deleted by recurring tasks', () => {
    for (const task of tasks.values()) expect(test.app.crontab).toContain(`* ${task}`);
  });

  const hash = () => randomBytes(32);
  /** Inserts a row with this time (such as its expiry). */
  const putRow: Record<string, (at: Date) => Promise<Sql>> = {
    live_events: (at) =>
      put(sql`live_events (player_id, name, data, created_at) values (${playerId}, 'x', '{}', ${at})`),
    idempotent_answers: (at) =>
      put(sql`idempotent_answers (player_id, key, input_hash, answer, created_at)
        values (${playerId}, ${randomUUID()}, ${hash()}, '{}', ${at})`),
    sessions: (at) =>
      put(sql`sessions (token_hash, player_id, expires_at) values (${hash()}, ${playerId}, ${at})`),
    passkey_challenges: async (at) => {
      const { id } = await test.db.one<{ id: string }>(sql`
        insert into sessions (token_hash, player_id, expires_at)
        values (${hash()}, ${playerId}, ${new Date(at.getTime() + 3_600_000)}) returning id`);
      return put(sql`passkey_challenges (session_id, purpose, challenge, expires_at)
        values (${id}, 'add', 'x', ${at})`);
    },
    sign_in_tokens: (at) =>
      put(sql`sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
        values (${hash()}, ${hash()}, ${playerId}, ${at})`),
    used_sign_ins: (at) => put(sql`used_sign_ins (state_hash, expires_at) values (${hash()}, ${at})`),
    handles: (at) => put(sql`handles (likeness, is_worn, free_from) values (${randomUUID()}, false, ${at})`),
    notifications: (at) =>
      put(sql`notifications (player_id, kind, cause, title, body, link, created_at)
        values (${playerId}, 'coins', ${randomUUID()}, '', '', '/', ${at})`),
    data_exports: (at) =>
      put(sql`data_exports (player_id, status, section_count, asked_at, due_at, ended_at)
        values (${playerId}, 'failed', 1, ${at}, ${at}, ${at})`),
    webhook_events: (at) =>
      put(sql`webhook_events (type, cause, happened_at, body) values ('x', ${randomUUID()}, ${at}, '{}')`),
    browser_errors: (at) =>
      put(sql`browser_errors (fingerprint, name, message, place, page, seen, first_seen_at, last_seen_at)
        values (${randomBytes(16)}, '', '', '', '', 1, ${at}, ${at})`),
    status_minutes: (at) => put(sql`status_minutes (subject, minute) values (${randomUUID()}, ${at})`),
    status_incidents: (at) =>
      put(sql`status_incidents (part, state, began_at, ended_at) values ('shop', 'down', ${at}, ${at})`),
    sign_in_networks: (at) =>
      put(
        sql`sign_in_networks (player_id, network_hash, seen_at) values (${playerId}, ${randomUUID()}, ${at})`,
      ),
    played_spans: (at) =>
      put(
        sql`played_spans (starts_at, ends_at, counted_until, asked_at) values (${at}, ${at}, ${at}, ${at})`,
      ),
  };

  async function put(row: Sql): Promise<Sql> {
    const { place } = await test.db.one<{ place: string }>(
      sql`insert into ${row} returning tableoid::regclass || ' where xmin::text = ''' || pg_current_xact_id()::xid::text || '''' as place`,
    );
    return raw(place);
  }

  const isThere = async (place: Sql) =>
    (await test.db.one<{ count: number }>(sql`select count(*) as count from ${place}`)).count === 1;

  /** For how many days each table keeps its rows, counted from their start or to their end. */
  const keptDays: Record<string, number> = {
    live_events: 1,
    idempotent_answers: 7,
    notifications: 90,
    sign_in_networks: 2,
    webhook_events: 30,
    browser_errors: 30,
    status_minutes: 1,
    status_incidents: 90,
    data_exports: 30,
    played_spans: 2,
  };

  it.each(Object.keys(putRow))('are deleted from %s', async (table) => {
    // The database dates some rows itself, so its clock decides about those.
    const now = test.clock.now().getTime();
    const isByDatabase = table === 'live_events' || table === 'idempotent_answers';
    const from = (isByDatabase ? Date.now() : now) - (keptDays[table] ?? 0) * 86_400_000;
    const old = await putRow[table]?.(new Date(from - 60_000));
    const fresh = await putRow[table]?.(new Date(from + 600_000));
    if (!old || !fresh) throw new Error(`No row of ${table}`);
    await (test.app.tasks[tasks.get(table) ?? ''] as Task)({} as never);
    expect([await isThere(old), await isThere(fresh)]).toEqual([false, true]);
  });

  it('are tested for every table, here or in another test', () => {
    const elsewhere = [
      'rate_limit_windows',
      'discord_link_tokens',
      'friend_links',
      'restock_alerts',
      'coin_grants',
      'coin_raises',
      'coin_stripes',
      'webhook_secrets',
    ];
    expect([...Object.keys(putRow), ...elsewhere].toSorted()).toEqual([...tasks.keys()].toSorted());
  });
});
