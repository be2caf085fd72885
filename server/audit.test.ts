// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { auditLedger } from './audit.ts';
import { transferAlone } from './ledger/transfer.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { outsideTransaction } from './platform/db/second-connection.ts';
import { rememberSecrets } from './platform/secret-checks.ts';
import { deriveLastingKey } from './platform/secrets.ts';

let test: TestDatabase;
let db: Database;
let player: string;

beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2 });
  player = (await createPlayer(db, { gamerCoins: 100 })).id;
  await spend('rewards', 30);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

async function spend(house: 'rewards' | 'escrow', amount: number): Promise<void> {
  await transferAlone(db, {
    currency: 'GC',
    amount,
    from: { player },
    to: { house },
    type: 'challenge_entry',
    reference: 'attempt',
    idempotencyKey: `spend:${house}`,
    description: 'Entry',
  });
}

/** The claims that the audit reports as broken. */
async function broken(): Promise<string[]> {
  const { proofs } = await auditLedger(db);
  return proofs.filter(({ breaches }) => breaches.length > 0).map(({ claim }) => claim);
}

/** Runs statements with the ledger's triggers and constraints disabled. */
async function tamper(...statements: string[]): Promise<void> {
  await db.pool.query(
    `begin; alter table transfers disable trigger transfers_append_only; ${statements.join(';')}; commit`,
  );
}

const zeroSum = 'Each currency sums to zero';
const balancesEqual = 'Each balance equals the sum of its entries';

it('reports its progress after each proof', async () => {
  const told: [number, number][] = [];
  await auditLedger(db, { onProved: (...each) => told.push(each) });
  const of = told.length;
  expect(of).toBeGreaterThan(20);
  expect(told).toEqual(Array.from({ length: of }, (_, index) => [index + 1, of]));
});

it('finds nothing in a sound ledger, and counts transfers and wallets', async () => {
  const audit = await auditLedger(db);
  expect(audit).toMatchObject({ transfers: 2, wallets: 3 });
  expect(audit.proofs.length).toBeGreaterThanOrEqual(4);
  expect(await broken()).toEqual([]);
});

it('audits a snapshot, ignoring concurrent writes', async () => {
  let proofs = 0;
  const beside: Database = {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          async rows(query) {
            if (proofs++ === 0) {
              await outsideTransaction(() =>
                db.run(sql`update wallets set balance = balance + 1 where currency = 'GC'`),
              );
            }
            return tx.rows(query);
          },
        }),
      ),
  };
  expect((await auditLedger(beside)).proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  expect(proofs).toBeGreaterThan(4);
  expect(await broken()).toEqual([zeroSum, balancesEqual]);
});

it('finds a manually changed balance', async () => {
  await db.run(sql`update wallets set balance = balance + 1 where player_id = ${player} and currency = 'GC'`);
  expect(await broken()).toEqual([zeroSum, balancesEqual]);
});

it('finds a missing wallet', async () => {
  await tamper('alter table wallets disable trigger user', `delete from wallets where currency = 'GC'`);
  expect(await broken()).toEqual([zeroSum, balancesEqual]);
});

it('finds a changed or deleted transfer', async () => {
  await tamper(`update transfers set amount = 31 where type = 'challenge_entry'`);
  expect(await broken()).toEqual([zeroSum, balancesEqual]);
  await tamper(`delete from transfers where type = 'challenge_entry'`);
  expect(await broken()).toEqual([zeroSum, balancesEqual]);
});

it('finds transfers moved to another player although all sums are zero', async () => {
  const other = await createPlayer(db);
  await tamper(`update transfers set debit_player_id = '${other.id}' where type = 'challenge_entry'`);
  expect(await broken()).toEqual([balancesEqual, 'Only a reversal took a balance below zero']);
});

it.each([
  ['without a creditor', 'one_credit', 'credit_house = null'],
  ['without a debtor', 'one_debit', 'debit_player_id = null'],
  ['with two debtors', 'one_debit', `debit_house = 'rewards'`],
  ['from an account to itself', 'two_accounts', `debit_player_id = null, debit_house = credit_house`],
  ['of nothing', 'amount_range', 'amount = 0'],
])('finds a transfer %s', async (_, constraint, change) => {
  await tamper(
    `alter table transfers drop constraint transfers_${constraint}`,
    `update transfers set ${change} where type = 'challenge_entry'`,
  );
  expect(await broken()).toContain('Each transfer moves a positive amount from one account to another');
});

it('reports a balance without entries', async () => {
  await db.run(sql`update wallets set balance = 5 where player_id = ${player} and currency = 'XP'`);
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toContain(`player ${player}, XP: balance 5, entries 0`);
});

it('finds an overspent wallet even after the balance recovered', async () => {
  await tamper(
    `insert into transfers (currency, amount, debit_player_id, credit_house, type, reference, idempotency_key, description)
     values ('GC', 500, '${player}', 'rewards', 'challenge_fee', 'r', 'k1', 'd')`,
    `insert into transfers (currency, amount, debit_house, credit_player_id, type, reference, idempotency_key, description)
     values ('GC', 500, 'rewards', '${player}', 'admin_credit', 'r', 'k2', 'd')`,
  );
  expect(await broken()).toEqual(['Only a reversal took a balance below zero']);
});

it('accepts a debt from a reversal, and its partial repayment', async () => {
  const clawBack = { currency: 'GC', reference: 'payment', description: 'Claw-back' } as const;
  const sales = { house: 'coin_sales' } as const;
  await transferAlone(db, {
    ...clawBack,
    amount: 200,
    from: { player },
    to: sales,
    type: 'reversal',
    idempotencyKey: 'claw',
    mayGoBelowZero: true,
  });
  await transferAlone(db, {
    ...clawBack,
    amount: 50,
    from: sales,
    to: { player },
    type: 'admin_credit',
    idempotencyKey: 'buy',
  });
  expect(await broken()).toEqual([]);
});

it('finds escrowed coins without an active attempt', async () => {
  await spend('escrow', 10);
  expect(await broken()).toEqual(['Escrow holds the entry fee of each active attempt and nothing else']);
});

const command = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['cli/main.ts', 'audit'], {
    env: { ...process.env, ...env },
  });

it('prints its proofs as a command, and exits with 1 when one fails', { tags: ['long'] }, async () => {
  const sound = await command({ DATABASE_URL: test.url });
  expect(sound.stdout).toContain('Ledger of 2 transfers and 3 wallets\n');
  expect(sound.stdout).toContain(`ok      ${zeroSum}\n`);
  await db.run(sql`update wallets set balance = balance + 1 where player_id = ${player} and currency = 'GC'`);
  const failure = await command({ DATABASE_URL: test.url }).catch((error) => error);
  expect(failure.code).toBe(1);
  expect(failure.stdout).toContain(`BREACH  ${balancesEqual}\n`);
  expect(failure.stdout).toContain(`player ${player}, GC: balance 71, entries 70\n`);
});

it("reports a secret that differs from the database's", { tags: ['long'] }, async () => {
  const secrets = (APP_SECRET: string) => ({ DATABASE_URL: test.url, APP_SECRET });
  const key = deriveLastingKey('x'.repeat(32), 'check-value');
  await db.transaction((tx) => rememberSecrets(tx, [{ name: 'APP_SECRET', key }]));
  const right = await command(secrets('x'.repeat(32))).catch((error) => error);
  expect(right.stdout).not.toContain('SECRET');
  const wrong = await command(secrets('y'.repeat(32))).catch((error) => error);
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toMatch(/^SECRET {2}APP_SECRET differs from the one this database/m);
});

it('refuses to audit a missing database', { tags: ['long'] }, async () => {
  const failure = await command({ DATABASE_URL: '', DATA_DIR: '/nonexistent' }).catch((error) => error);
  expect(failure.code).toBe(3);
  expect(failure.stderr).toContain('No database in /nonexistent/postgres');
});
