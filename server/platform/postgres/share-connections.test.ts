// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../db/database.ts';
import { createListener } from '../listen.ts';
import { createLogger, type Logger } from '../log.ts';
import { getShare, readRoom, shareConnections } from './share-connections.ts';
import { DatabaseUnavailable } from './unavailable.ts';

describe("a process's share of the connections", () => {
  it.each([
    ['everything wanted when there is room', { limit: 97, processes: 0, ofOthers: 0 }, 20],
    ['the same with three other processes', { limit: 101, processes: 3, ofOthers: 0 }, 20],
    ['less with a fourth', { limit: 96, processes: 4, ofOthers: 0 }, 14],
    ['an equal part of what other clients leave', { limit: 97, processes: 3, ofOthers: 36 }, 10],
    ['the minimum', { limit: 19, processes: 1, ofOthers: 0 }, 4],
  ])('is %s', (_what, room, share) => {
    expect(getShare(room, 20)).toBe(share);
  });

  it('is refused when it would be too small', () => {
    expect(() => getShare({ limit: 97, processes: 10, ofOthers: 3 }, 20)).toThrow(
      'the database takes 97 connections, and other programs hold 3: too few for 11 processes with at least 9 each and 1 for all',
    );
  });
});

describe('a database with few connections', () => {
  let test: TestDatabase;
  const limitTo = async (connections: number) => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const { rows } = await client.query('select current_database() as name');
    await client.query(`alter database ${rows[0].name} connection limit ${connections}`);
    await client.end();
  };
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('counts as unavailable when its connection is lost during the query, so that the start retries', async () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(lost));
    const share = shareConnections(test.url, { wanted: 20, log: createLogger('silent') });
    await expect(share).rejects.toThrow(DatabaseUnavailable);
  });

  it('is shared with running processes, with a warning', async () => {
    await limitTo(41);
    const warn = vi.fn();
    const log = { warn } as unknown as Logger;
    const share = (wanted: number) => shareConnections(test.url, { wanted, log });
    expect(await share(50)).toBe(35);
    expect(warn.mock.lastCall?.[1]).toContain(
      'the database leaves 35 connections for each process, fewer than DATABASE_POOL_SIZE=50',
    );
    const other = await createListener(test.url, createLogger('silent'));
    expect(await share(50)).toBe(15);
    warn.mockReset();
    expect(await share(15)).toBe(15);
    expect(warn).not.toHaveBeenCalled();
    await other.close();
    await limitTo(2);
    await expect(share(20)).rejects.toThrow('too few for 1 process with');
  });

  it("counts other clients' sessions even for an unprivileged role", async () => {
    await limitTo(40);
    const owner = openDatabase(test.url, { poolSize: 2 });
    const role = `plain_${new URL(test.url).pathname.slice(-12)}`;
    await owner.run(raw(`create role ${role} login password 'plain'`));
    const url = new URL(test.url);
    Object.assign(url, { username: role, password: 'plain' });
    const plain = openDatabase(url.href, { poolSize: 1 });
    const other = new pg.Client({ connectionString: test.url, application_name: 'psql' });
    await other.connect();
    expect(await readRoom(plain.pool)).toMatchObject({ limit: 40, ofOthers: 1 });
    await other.end();
    await plain.close();
    await owner.run(raw(`drop role ${role}`));
    await owner.close();
  });
});
