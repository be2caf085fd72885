// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { createTestDatabase } from './database.ts';

export interface TwoSessions {
  url: string;
  db: Database;
  /** They publish nothing after their commits, like commands. Neither is in a transaction when a test begins. */
  one: pg.Client;
  other: pg.Client;
  /** Notices that the first session got in this test. */
  notices: string[];
  /** Notifications that the second session got since the last call, in this test. */
  listen(): Promise<string[]>;
  /** The first column of the first row of a query in the first session. */
  value(text: string, values?: unknown[]): Promise<unknown>;
}

const channels = 'live live_all live_p1 live_p2 "jobs:insert" x over'.split(' ');

/** Two connections to the test file's own database. The result is filled when the file's tests begin. */
export function startTwoSessions(): TwoSessions {
  const sessions = {} as TwoSessions;
  let heard: string[] = [];
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const test = await createTestDatabase();
    drop = test.drop;
    const connect = () => new pg.Client({ connectionString: test.url });
    const [one, other] = [connect(), connect()];
    await Promise.all([one.connect(), other.connect()]);
    one.on('notice', ({ message, detail }) => sessions.notices.push(`${message}: ${detail}`));
    other.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
    for (const channel of channels) await other.query(`listen ${channel}`);
    const db = openDatabase(test.url, { poolSize: 2 });
    Object.assign(sessions, {
      ...{ url: test.url, db, one, other },
      async listen() {
        await one.query('notify over');
        await vi.waitFor(() => expect(heard).toContain('over '));
        return heard.splice(0).filter((told) => told !== 'over ');
      },
      value: async (text: string, values: unknown[] = []) =>
        Object.values((await one.query(text, values)).rows[0] ?? {})[0],
    } satisfies Partial<TwoSessions>);
  });
  beforeEach(() => {
    [sessions.notices, heard] = [[], []];
  });
  afterEach(() => Promise.all([sessions.one.query('rollback'), sessions.other.query('rollback')]));
  afterAll(async () => {
    await Promise.all([sessions.one?.end(), sessions.other?.end()]);
    await sessions.db?.close();
    await drop?.();
  });
  return sessions;
}
