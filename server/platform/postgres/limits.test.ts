// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createAdmission } from '../admission.ts';
import { inCall } from '../call-context.ts';
import { limits, reportLimits } from './limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';

describe('the time limits of the database', () => {
  const db = openTestDatabase({ poolSize: 2, statementMs: 300 });
  beforeAll(async () => {
    await db.run(sql`create table held (n integer)`);
    await db.run(sql`insert into held values (1)`);
  });

  const setting = (name: string) => sql`(select setting::int from pg_settings where name = ${name})`;
  const settings = sql`
    select ${setting('statement_timeout')} as statement, ${setting('lock_timeout')} as lock,
      ${setting('idle_in_transaction_session_timeout')} as idle`;

  it('apply to every connection, with longer ones for reports', async () => {
    const { lockMs: lock, idleInTransactionMs: idle } = limits;
    expect(await db.row(settings)).toEqual({ statement: 300, lock, idle });
    const { statementMs, lockMs, idleInTransactionMs } = reportLimits;
    expect(await db.reports.row(settings)).toEqual({
      statement: statementMs,
      lock: lockMs,
      idle: idleInTransactionMs,
    });
  });

  it('end a slow statement as unavailable and keep its connection', { tags: ['long'] }, async () => {
    const outcome = await db.row(sql`select pg_sleep(5)`).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(DatabaseUnavailable);
    expect(outcome).toMatchObject({ isConnectionLost: false });
    expect(await db.row(sql`select 1 as up`)).toEqual({ up: 1 });
  });

  it('allow longer reports', { tags: ['long'] }, async () => {
    expect(await db.reports.row(sql`select 1 as up from pg_sleep(0.6)`)).toEqual({ up: 1 });
  });

  it('limit all reports of one call together to the lifetime of its request', {
    tags: ['long'],
  }, async () => {
    const timeout = sql`select setting::int as ms from pg_settings where name = 'statement_timeout'`;
    const { newTurn } = createAdmission({ maxInside: 1, maxWaitMs: 1 });
    await inCall({ requestId: 'a-call', turn: newTurn() }, async () => {
      const first = await db.reports.row<{ ms: number }>(timeout);
      expect(first?.ms).toBeGreaterThan(15_000);
      expect(first?.ms).toBeLessThanOrEqual(20_000);
      await db.reports.run(sql`select pg_sleep(0.3)`);
      const next = await db.reports.transaction((tx) => tx.row<{ ms: number }>(timeout));
      expect(next?.ms).toBeLessThanOrEqual(19_700);
    });
    expect(await db.reports.row(timeout)).toEqual({ ms: 120_000 });
  });

  it('forbid a second connection inside a transaction', async () => {
    const second = /second connection/;
    await expect(db.transaction(() => db.row(sql`select 1`))).rejects.toThrow(second);
    await expect(db.transaction(() => db.reports.row(sql`select 1`))).rejects.toThrow(second);
    await expect(db.transaction(() => db.transaction((tx) => tx.row(sql`select 1`)))).rejects.toThrow(second);
    const later = await db.transaction(async () => ({ work: Promise.resolve().then(() => {}) }));
    await later.work;
    expect(await db.row(sql`select 1 as up`)).toEqual({ up: 1 });
  });
});
