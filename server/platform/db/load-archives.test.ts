// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../tests/support/database.ts';
import { createEarlierDatabase, readEarlierSchema } from '../../../tests/support/earlier-database.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { auditLedger } from '../../audit.ts';
import { getReadings } from '../../features/challenges/readings/attempt-reading-store.ts';
import { readStatement } from '../../features/wallet/read-statement.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import type { Objects } from '../objects/objects.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const player = '00000000-0000-7000-8000-000000000001';
const attempt = '019b0000-0000-7000-8000-000000000001';
const at = '2025-12-01T10:00:00.123456Z';

const reading = (number: number) => ({
  ...{
    attempt_id: attempt,
    number,
    kind: 'stats',
    taken_at: at,
    matches: 10 + number,
    wins: 0,
    top10: 0,
    top25: 0,
  },
  ...{ kills: 3, minutes_played: 9, last_modified: null, source_wide: null, detail: null },
});
/** In an earlier release's archive format, by table. */
const archived = {
  transfers: [
    {
      ...{
        id: 5,
        amount: 70,
        created_at: at,
        currency: 'GC',
        type: 'admin_credit',
        debit_house: 'adjustments',
      },
      ...{
        credit_house: null,
        debit_player_id: null,
        credit_player_id: player,
        reference: 'r',
        description: 'Bought',
      },
      idempotency_key: 'first',
    },
  ],
  attempt_readings: [0, 1, 2].map(reading),
  payment_events: [
    {
      ...{
        event_id: 'evt_old',
        type: 't',
        object_id: 'o',
        payment_id: null,
        effect: 'noted',
        amount_cents: null,
      },
      ...{ currency: null, status: null, happened_at: at, received_at: at },
    },
  ],
  admin_changes: [
    {
      ...{
        id: '019b0000-0000-7000-8000-000000000009',
        actor_id: player,
        action: 'old',
        subject: 's',
        before: null,
      },
      ...{ after: { big: 1 }, reason: null, created_at: at, address: '' },
    },
  ],
};

/** The rows that stayed: sums for transfers, and the readings that the result depends on. */
const rows = `
  insert into players (id, name, email, referral_code) values ('${player}', 'Ada', 'ada@player.test', 'AAAAAAAA');
  insert into wallets (player_id, currency, balance)
  select '${player}', currency, case currency when 'GC' then 100 else 0 end from unnest(enum_range(null::currency)) currency;
  insert into transfer_keys (idempotency_key, transfer_id, input)
  values ('first', 5, transfer_input('GC', 70, null, 'adjustments', '${player}', null, 'admin_credit', 'r'));
  select setval('transfers_id_seq', 8199999999999);
  insert into transfers (amount, currency, type, debit_house, credit_player_id, reference, description, idempotency_key)
  values (30, 'GC', 'admin_credit', 'adjustments', '${player}', 'q', 'Won', 'second');
  insert into challenges (id, description) values ('${player}', 'Win');
  insert into attempts (id, player_id, challenge_id, challenge_description, variant_id, challenge_type, entry_fee_gc, reward_gc,
    required_placement, required_kills, epic_name, epic_account_key, rules, started_at, start_by, status, reason, next_reading_at)
  values ('${attempt}', '${player}', '${player}', 'Win', '${player}', 'TOP1_0KILL_SOLO', 0, 1, 1, 0, 'Ada', 'ada', '{}', '${at}',
    '${at}', 'PENDING', 'awaiting-match', '${at}');
  insert into attempt_readings select * from jsonb_populate_recordset(null::attempt_readings, '${JSON.stringify([reading(0), reading(2)])}');
  update attempts set status = 'FAILED', reason = 'conditions-not-met', completed_at = '${at}', next_reading_at = null,
    decided_status = 'FAILED', decided_at = '${at}', decided_by_reading = 2;
  insert into payment_event_ids (event_id, received_at) values ('evt_old', '${at}');
  insert into payment_events (event_id, type, object_id, effect, happened_at, received_at) values ('evt_new', 't', 'o', 'noted', now(), now());
  insert into admin_changes (actor_id, action, subject) values ('${player}', 'new', 's');
  update ledger_sums set summed_until = '2025-12-02';
  insert into daily_flows (day, is_source, type, amount, transfers) values ('2025-12-01', true, 'admin_credit', 70, 1);
  insert into statement_sums (player_id, up_to_id, totals, bonus_up_to_id, bonus_left) values ('${player}', 0, '[]', 99, 7);`;

const untilKeys = { transfers: '10', attempt_readings: 'x', payment_events: 'x', admin_changes: 'x' };

let test: TestDatabase;
let client: pg.Client;
let objects: Objects;
const names = {} as Record<keyof typeof archived, string>;
beforeEach(async () => {
  test = await createEarlierDatabase(rows);
  client = new pg.Client({ connectionString: test.url });
  await client.connect();
  objects = folderObjects(join(makeScratchFolder('archives'), 'objects'));
  const { id } = (await client.query('select id from installation')).rows[0];
  for (const table of Object.keys(archived) as (keyof typeof archived)[]) {
    const part = `${table}_2025_12`;
    const content = gzipSync(archived[table].map((row) => `${JSON.stringify(row)}\n`).join(''));
    const hash = createHash('sha256').update(content).digest();
    names[table] = `archives/${id}/${part}/000001-${hash.toString('hex', 0, 8)}.ndjson.gz`;
    await objects.put(names[table], content);
    await client.query(
      `insert into archives (part, table_name, until_key, state, row_count, manifest_hash, dropped_at)
       values ($1, $2, $3, 'dropped', $4, $5, now())`,
      [part, table, untilKeys[table], archived[table].length, hash],
    );
    await client.query(
      `insert into archive_chunks (part, number, first_key, last_key, row_count, byte_count, hash)
       values ($1, 1, 'a', 'z', $2, $3, $4)`,
      [part, archived[table].length, content.length, hash],
    );
  }
  await client.query(`
    insert into carried_months (part, number, until_id, transfers, first_at, last_at, flows, seal)
    values ('transfers_2025_12', 1, 10, 1, '${at}', '${at}',
      '[{"currency":"GC","type":"admin_credit","debit_house":"adjustments","credit_house":null,"amount":70,"transfers":1}]', sha256('x'));
    insert into carried_wallets (player_id, currency, type, earned, spent, transfers, first_id, last_id, seal)
    values ('${player}', 'GC', 'admin_credit', 70, 0, 1, 5, 5, sha256('x'))`);
});
afterEach(async () => {
  await client?.end();
  await test?.drop();
});

const upgrade = () => migrate(test.url, { openObjects: async () => objects });

it('restores archived months so that statements, receipts and the audit read the tables', async () => {
  await upgrade();
  const db = openDatabase(test.url, { poolSize: 2 });
  try {
    const { history, summary } = await readStatement(db, player, { limit: 10 });
    expect(history.map(({ description, amount }) => [description, amount])).toEqual([
      ['Won', 30],
      ['Bought', 70],
    ]);
    expect(summary).toMatchObject({ totalEarned: 100, totalTransactions: 2 });
    const readings = await getReadings(db, attempt);
    expect(readings.readings).toHaveLength(2);
    expect(readings).not.toHaveProperty('hasForgottenReadings');
    const { proofs, transfers } = await auditLedger(db);
    expect(transfers).toBe(2);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  } finally {
    await db.close();
  }
  const kept = await client.query(`
    select (select array_agg(event_id order by event_id) from payment_events) as events,
      (select array_agg(action order by action) from admin_changes) as changes,
      (select after from admin_changes where action = 'old') as after,
      (select to_char(created_at at time zone 'UTC', 'US') from transfers where id = 5) as microseconds,
      (select bonus_left from statement_sums) as bonus, to_regnamespace('months') as months`);
  expect(kept.rows).toEqual([
    {
      ...{ events: ['evt_new', 'evt_old'], changes: ['new', 'old'], after: { big: 1 } },
      ...{ microseconds: '123456', bonus: null, months: null },
    },
  ]);
  // The next transfer's id follows the last one.
  const { rows: moved } = await client.query(`
    select (transfer_id > (select id from transfers where idempotency_key = 'second')) as is_next, outcome from ledger_transfer(
      'GC', 1, '${player}', null, null, 'gift_cards', 'purchase', 'x', 'third', '', false)`);
  expect(moved).toEqual([{ is_next: true, outcome: 'moved' }]);
});

it('keeps the previous release working', async () => {
  await upgrade();
  const earlier = readEarlierSchema();
  const definition =
    /create function public\.ledger_transfer\([\s\S]*?\$function\$;/.exec(earlier)?.[0] ?? '';
  await client.query(definition.replace('create function', 'create or replace function'));
  const outcome = async (key: string, amount: number) =>
    (
      await client.query(
        `select outcome from ledger_transfer('GC', $1, null, 'adjustments', '${player}', null, 'admin_credit', 'r', $2, '', false)`,
        [amount, key],
      )
    ).rows[0].outcome;
  expect(await outcome('first', 70)).toBe('replayed');
  expect(await outcome('first', 71)).toBe('key_reused');
  expect(await outcome('more', 71)).toBe('moved');
  const event = () =>
    client.query(`
      insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      values ('evt_old', 't', 'o', 'noted', now(), now()) on conflict on constraint payment_events_once do nothing`);
  expect((await event()).rowCount).toBe(0);
  const carried = await client.query(`
    select (select coalesce(max(until_id), 0) from carried_months) as until, (select count(*) from carried_wallets) as wallets,
      (select count(*) from archives a join archive_chunks c using (part)) as chunks`);
  expect(carried.rows).toEqual([{ until: 0, wallets: 0, chunks: 0 }]);
});

it('counts nothing twice when the upgrade stops halfway and resumes', async () => {
  await client.query('create view chance as select win_chance(1, 0, r) from attempt_readings r');
  await expect(upgrade()).rejects.toThrow('Migration 0145_readings_whole.sql failed');
  // Sums a statement up and stores it, like the previous release.
  const { rows: sums } = await client.query(`
    select (select sum(amount)::int from transfers) + coalesce((select sum(earned - spent) from carried_wallets), 0)::int as coins`);
  expect(sums).toEqual([{ coins: 100 }]);
  await client.query('drop view chance');
  await upgrade();
  expect((await client.query('select id::int from transfers where amount = 70')).rows).toEqual([{ id: 5 }]);
});

const isUntouched = async () => {
  const { rows: found } = await client.query(`
    select (select count(*)::int from migrations where name > '0139') as migrations,
      (select count(*)::int from archives) as archives, to_regclass('months.archived_transfers') as copy,
      (select count(*)::int from transfers) as transfers`);
  expect(found).toEqual([{ migrations: 0, archives: 4, copy: null, transfers: 1 }]);
};

it.each(Object.keys(archived) as (keyof typeof archived)[])(
  'changes nothing and names the object when one of %s is missing or damaged',
  async (table) => {
    const name = names[table];
    await objects.delete(name);
    await expect(upgrade()).rejects.toThrow(`the archived object ${name} is missing`);
    await isUntouched();
    await objects.put(name, Buffer.from('other'));
    await expect(upgrade()).rejects.toThrow(`the archived object ${name} is damaged`);
    await isUntouched();
  },
);

it('changes nothing when archives were not loaded', async () => {
  await expect(migrate(test.url)).rejects.toThrow('were not loaded: 0 of');
  await isUntouched();
});

it('changes nothing when restored data does not match the archive or the balances', async () => {
  const carry = (amount: number) =>
    client.query(`
      alter table carried_months disable trigger user;
      update carried_months set flows = jsonb_set(flows, '{0,amount}', '${amount}');
      alter table carried_months enable trigger user`);
  await carry(71);
  await expect(upgrade()).rejects.toThrow(
    'archived transfers are not what was carried forward: GC admin_credit',
  );
  await isUntouched();
  await carry(70);
  await client.query(`update wallets set balance = 101 where balance = 100`);
  await expect(upgrade()).rejects.toThrow(
    `do not fit the balances: player ${player} has 101 GC, and entries of 100`,
  );
  await isUntouched();
});
