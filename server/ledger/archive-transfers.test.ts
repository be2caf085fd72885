import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, testSecret } from '../../tests/support/app.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { archiveTransfers, countLeft, endMonth, objectsOf } from '../../tests/support/old-transfers.ts';
import { isSound, readEntries, seal } from '../../tests/support/seals.ts';
import { auditLedger } from '../audit.ts';
import type { Database } from '../platform/db/database.ts';
import type { Objects } from '../platform/objects/objects.ts';
import { creditMany } from './credit-many.ts';
import { coinFlows, coinsOutstandingAt, dayOfFirstTransfer } from './flows.ts';
import { frozenCoins } from './frozen.ts';
import { type Movement, transferAlone } from './transfer.ts';
import { transferMonths } from './transfer-months.ts';

let test: TestApp;
let db: Database;
let objects: Objects;
let players: { id: string; token: string }[];
let moved: Movement[];
beforeEach(async () => {
  test = await startTestApp();
  ({ db } = test);
  objects = objectsOf(test);
  players = [];
  moved = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await createPlayer(db);
    players.push({ id, token: await test.signIn(id) });
  }
});
afterEach(() => test?.close());

async function move(movement: Movement): Promise<void> {
  moved.push(movement);
  expect(await transferAlone(db, movement)).toMatchObject({ isReplay: false });
}

/** A reward of an event, as the books want it beside its transfer. */
async function insertReward(player: string, amount: number): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`
    with event as (
      insert into events (title, type, triggers, starts_at, ends_at)
      values ('Event', 'X', '{EARN_XP}', now(), now() + interval '1 day') returning id
    )
    insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at, paid_at)
    select id, ${player}, 'EARN_XP', 'test', 'GC', ${amount}, now(), now() from event returning id`);
  return id;
}

/** What happens in a month to two of the players, and within the house; the third does nothing. */
async function playMonth(name: string): Promise<void> {
  for (const [n, { id: player }] of players.slice(0, 2).entries()) {
    const base = { reference: `${name}-${n}`, description: `Of ${name}` } as const;
    const by = (what: string) => ({ ...base, idempotencyKey: `${name}:${n}:${what}` });
    const house = (account: 'rewards' | 'escrow' | 'fees' | 'adjustments') => ({ house: account }) as const;
    const coins = { currency: 'GC' } as const;
    await move({
      ...by('gift'),
      ...coins,
      amount: 100 + n,
      from: house('rewards'),
      to: { player },
      type: 'event_reward',
      reference: await insertReward(player, 100 + n),
    });
    await move({
      ...by('entry'),
      ...coins,
      amount: 30,
      from: { player },
      to: house('escrow'),
      type: 'challenge_entry',
    });
    await move({
      ...by('fee'),
      ...coins,
      amount: 30,
      from: house('escrow'),
      to: house('fees'),
      type: 'challenge_fee',
    });
    await move({
      ...by('xp'),
      currency: 'XP',
      amount: 7,
      from: house('rewards'),
      to: { player },
      type: 'xp_award',
    });
  }
}

const breaches = async (options: Parameters<typeof auditLedger>[1] = {}) =>
  (await auditLedger(db, { appSecret: testSecret, ...options })).proofs.flatMap((proof) =>
    proof.breaches.map((breach) => `${proof.claim}: ${breach}`),
  );
const proveAll = () => breaches({ archives: objects });

async function readHistory(token: string, query = 'limit=3') {
  const lines: { _id: string; amount: number; type: string }[] = [];
  let before = '';
  for (;;) {
    const answer = await test.call({ url: `/transaction/history?${query}${before}`, token });
    expect(answer.statusCode).toBe(200);
    const { history, nextBefore, summary } = answer.json().data;
    lines.push(...history);
    if (nextBefore === null) return { lines, summary };
    before = `&before=${nextBefore}`;
  }
}

/** Everything that players and operators see of the ledger. */
async function look() {
  const seen = await Promise.all(
    players.map(async ({ id, token }) => {
      const { lines, summary } = await readHistory(token);
      const freezing = { cardSince: new Date(0), isBonusFrozen: true };
      const ids = lines.map(({ _id }) => _id);
      const { entries } = ids.length > 0 ? await readEntries(test, token, ids) : { entries: [] };
      return {
        lines,
        summary,
        entries: await readHistory(token, 'limit=2&type=challengeEntry'),
        frozen: await frozenCoins(db, id, freezing),
        sealed: entries.map(({ transferId, proof }) => [transferId, proof?.index, proof?.text]),
      };
    }),
  );
  const ever = { from: new Date(0), until: new Date(Date.now() + 2 * 86_400_000) };
  const { transfers, totals } = await auditLedger(db);
  return {
    seen,
    first: await dayOfFirstTransfer(db),
    flows: await coinFlows(db, ever),
    held: await coinsOutstandingAt(db, ever.until),
    transfers,
    totals,
  };
}

it('shows, proves and sums up the same once months have left, and page by page over their border', async () => {
  for (const name of ['one', 'two', 'three']) {
    await playMonth(name);
    if (name !== 'three') await endMonth(test);
  }
  for (let runs = 0; runs < 2; runs++) await seal(test);
  const before = await look();
  expect(before.seen.map(({ lines }) => lines.length)).toEqual([9, 9, 0]);
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 8, gone: 2 });
  expect(await look()).toEqual(before);
  expect(await breaches()).toEqual([]);
  expect(await proveAll()).toEqual([]);
  const { lines } = (await readHistory(players[0]?.token ?? '')) as { lines: { _id: string }[] };
  const entries = await readEntries(
    test,
    players[0]?.token ?? '',
    lines.map(({ _id }) => _id),
  );
  expect(entries.entries.every(({ proof }) => proof !== null)).toBe(true);
  expect(await isSound(entries)).toBe(true);
  // Nobody else's, though they name them.
  expect(
    (
      await readEntries(
        test,
        players[2]?.token ?? '',
        lines.map(({ _id }) => _id),
      )
    ).entries,
  ).toEqual([]);
  // Another month after these.
  await endMonth(test);
  const after = await look();
  expect(after.seen).toEqual(before.seen);
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 0, gone: 3 });
  expect(await look()).toEqual(after);
  expect(await proveAll()).toEqual([]);
});

it('moves nothing again that has moved, though it has left', async () => {
  await playMonth('one');
  await endMonth(test);
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
  const ids = new Set<string>();
  for (const movement of moved) {
    const again = await transferAlone(db, { ...movement, description: 'In other words' });
    expect(again).toMatchObject({ isReplay: true });
    if ('transferId' in again) ids.add(again.transferId);
    expect(await transferAlone(db, { ...movement, amount: movement.amount + 1 })).toMatchObject({
      refused: 'idempotency_key_reused',
    });
    expect(await transferAlone(db, { ...movement, reference: 'other' })).toMatchObject({
      refused: 'idempotency_key_reused',
    });
  }
  expect(ids.size).toBe(moved.length);
  const batch = {
    currency: 'GC',
    from: 'rewards',
    type: 'event_reward',
    description: 'Of one',
  } as const;
  const credit = {
    playerId: players[0]?.id ?? '',
    amount: 100,
    reference: moved[0]?.reference ?? '',
    idempotencyKey: 'one:0:gift',
  };
  expect(await db.transaction((tx) => creditMany(tx, batch, [credit]))).toBe(0);
  await expect(db.transaction((tx) => creditMany(tx, batch, [{ ...credit, amount: 101 }]))).rejects.toThrow(
    'was used for another transfer',
  );
  expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
  expect(await breaches()).toEqual([]);
});

it('waits with a month that goes on, is not sealed, or whose days are not summed up', async () => {
  await playMonth('one');
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await endMonth(test);
  await db.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date`);
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date + 1`);
  await archiveTransfers(test, { tables: [transferMonths({ cardHoldMs: 60_000 })] });
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(sql`update movement_count set leaves = leaves - 1`);
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(sql`update movement_count set leaves = leaves + 1`);
  await db.run(
    sql`update wallets set balance = balance + 1 where player_id = ${players[0]?.id} and currency = 'GC'`,
  );
  await expect(archiveTransfers(test)).rejects.toThrow(
    /stays: the books contradict themselves: Each currency sums/,
  );
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(
    sql`update wallets set balance = balance - 1 where player_id = ${players[0]?.id} and currency = 'GC'`,
  );
  await archiveTransfers(test);
  expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
  expect(await breaches()).toEqual([]);
});

it('stands whole wherever it is killed, and where two do it at a time', async () => {
  await playMonth('one');
  await endMonth(test);
  await playMonth('two');
  await endMonth(test);
  await playMonth('three');
  for (let runs = 0; runs < 2; runs++) await seal(test);
  const { seen } = await look();
  for (let left = 1; ; left++) {
    expect(left).toBeLessThan(120);
    let budget = left;
    const dying =
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        if (budget <= 0) throw new Error('killed');
        const result = await work(...given);
        if (--budget <= 0) throw new Error('killed');
        return result;
      };
    const transaction = dying(db.transaction) as Database['transaction'];
    const reports = { ...db.reports, transaction: dying(db.reports.transaction) as Database['transaction'] };
    const isDone = await archiveTransfers(test, {
      db: { ...db, transaction, reports },
      objects: { ...objects, put: dying(objects.put), get: dying(objects.get) },
    }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'killed') throw error;
        return false;
      },
    );
    if (isDone) break;
    if (left % 4 === 0) expect(await breaches()).toEqual([]);
  }
  expect(await countLeft(test)).toEqual({ here: 8, gone: 2 });
  expect((await look()).seen).toEqual(seen);
  expect(await proveAll()).toEqual([]);
  await endMonth(test);
  await Promise.all([archiveTransfers(test), archiveTransfers(test), archiveTransfers(test)]);
  expect(await countLeft(test)).toEqual({ here: 0, gone: 3 });
  expect((await look()).seen).toEqual(seen);
  expect(await proveAll()).toEqual([]);
});

/** What the audit says of what was changed behind the application's back; undone again. */
async function saidOf(...statements: string[]): Promise<string[]> {
  const tables = ['carried_months', 'carried_wallets', 'transfer_keys', 'transfers', 'wallets'];
  const undone = new Error('undone');
  let said: string[] = [];
  const trying = db.transaction(async (tx) => {
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} disable trigger user`);
    for (const statement of statements) expect(await tx.run(sql`${raw(statement)}`)).toBeGreaterThan(0);
    const within = {
      transaction: (work: (given: typeof tx) => unknown) =>
        work({ ...tx, run: async (query) => (query.sql.startsWith('set ') ? 0 : tx.run(query)) }),
    };
    const { proofs } = await auditLedger(within as never, { appSecret: testSecret });
    said = proofs.filter((proof) => proof.breaches.length > 0).map(({ claim }) => claim);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  return said;
}

it('finds what was changed of what was carried, and archives that are gone or another', async () => {
  await playMonth('one');
  await endMonth(test);
  await archiveTransfers(test);
  const older = await db.one<{ row: string }>(sql`
    select format('earned = %s, transfers = %s, last_id = %s, seal = %L', earned, transfers, last_id, seal) as row
    from carried_wallets where player_id = ${players[0]?.id} and type = 'event_reward'`);
  await playMonth('two');
  await endMonth(test);
  await archiveTransfers(test);
  expect(await breaches()).toEqual([]);
  const sealed = 'What was carried is as it was sealed';
  const [one, two] = players;
  const gift = (id?: string) => `player_id = '${id}' and currency = 'GC' and type = 'event_reward'`;
  // Coins of one that another is to have had: all sums are right.
  expect(
    await saidOf(
      `update carried_wallets set earned = earned - 5 where ${gift(one?.id)}`,
      `update carried_wallets set earned = earned + 5 where ${gift(two?.id)}`,
      `update wallets set balance = balance - 5 where player_id = '${one?.id}' and currency = 'GC'`,
      `update wallets set balance = balance + 5 where player_id = '${two?.id}' and currency = 'GC'`,
    ),
  ).toEqual([sealed]);
  // A row as it once was, with its right seal.
  expect(
    await saidOf(
      `update carried_wallets set ${older.row} where ${gift(one?.id)}`,
      `update wallets set balance = balance - 100 where player_id = '${one?.id}' and currency = 'GC'`,
    ),
  ).toEqual([
    'Each currency sums to zero',
    'What was carried of all players is what moved in the months that left',
  ]);
  expect(
    await saidOf(`update carried_months set last_at = last_at + interval '1 second' where transfers > 0`),
  ).toEqual([sealed]);
  expect(
    await saidOf(`delete from carried_months where number = (select max(number) from carried_months)`),
  ).toContain('Each month of transfers that left was carried forward, with all its transfers');
  expect(await saidOf(`delete from transfer_keys where idempotency_key = 'one:0:gift'`)).toEqual([
    'Each transfer has its key, and each key its transfer, here or in a month that left',
  ]);

  // Nothing is carried on where what stands there was changed.
  await playMonth('three');
  await endMonth(test);
  await db.run(sql`update carried_wallets set last_id = last_id + 1 where ${raw(gift(one?.id))}`);
  await expect(archiveTransfers(test, { findBreaches: async () => [] })).rejects.toThrow(
    '1 carried sums are not as they were sealed',
  );
  await expect(archiveTransfers(test)).rejects.toThrow(`${sealed}: player ${one?.id}, GC event_reward`);
  await db.run(sql`update carried_wallets set last_id = last_id - 1 where ${raw(gift(one?.id))}`);
  await archiveTransfers(test);
  expect(await proveAll()).toEqual([]);

  const chunks: string[] = [];
  for await (const { name } of objects.list('archives/')) if (name.endsWith('.gz')) chunks.push(name);
  const [name = ''] = chunks;
  const others = {
    ...objects,
    get: async (asked: string) => (asked === name ? undefined : objects.get(asked)),
  };
  await expect(auditLedger(db, { archives: others })).rejects.toThrow(`cannot read ${name}`);
  await objects.put(name, Buffer.from('other'));
  await expect(auditLedger(db, { archives: objects })).rejects.toThrow(`cannot read ${name}`);
  // What is here is proved all the same, and nobody is shown less than there is.
  expect(await breaches()).toEqual([]);
  const statuses = await Promise.all(
    players.map(
      async ({ token }) => (await test.call({ url: '/transaction/history?limit=50', token })).statusCode,
    ),
  );
  expect(statuses.slice(0, 2)).toContain(503);
  expect(statuses[2]).toBe(200);
});
