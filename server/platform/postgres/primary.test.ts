// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import sql from 'sql-template-tag';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { type FakeDatabase, startFakeDatabase } from '../../../tests/support/fake-database.ts';
import { openDatabase } from '../db/database.ts';
import { getPrimary } from './primary.ts';

const fakes: FakeDatabase[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

async function start(timeline: string | null): Promise<FakeDatabase> {
  const fake = await startFakeDatabase(timeline);
  fakes.push(fake);
  return fake;
}

const addressOf = (...hosts: FakeDatabase[]) =>
  `postgresql://finalring@${hosts.map(({ host }) => host).join(',')}/finalring`;

it('stays with a server that is out of connections, unless another was promoted', async () => {
  const [ours, other] = [await start('00000001'), await start(null)];
  const primary = getPrimary(addressOf(other, ours));
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(ours), isSure: true });
  ours.refuses = '53300';
  primary.doubt();
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(ours), isSure: true });
  other.says = '00000002';
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(other), isSure: true });
  // The full server is no longer the known primary, so its refusal proves nothing.
  other.refuses = '57P03';
  primary.doubt();
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(other), isSure: false });
});

it('continues with its existing connections when one of several servers accepts no more', {
  tags: ['long'],
}, async () => {
  const test = await createTestDatabase();
  const url = new URL(test.url);
  const role = `few_${url.pathname.slice(-12)}`;
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query(`create role ${role} login password 'few' connection limit 3`);
  Object.assign(url, { username: role, password: 'few' });
  const db = openDatabase(url.href.replace(url.host, `${url.host},127.0.0.1:1`), { poolSize: 6 });
  try {
    const burst = Array.from({ length: 4 }, () => db.one(sql`select pg_sleep(0.2)`));
    const answers = await Promise.allSettled(burst);
    expect(answers.map(({ status }) => status)).toContain('rejected');
    for (let call = 0; call < 3; call++) await db.one(sql`select 1`);
  } finally {
    await db.close();
    await owner.query(`drop role ${role}`);
    await owner.end();
    await test.drop();
  }
});

it('checks for a failover before connecting after a long time without connections', async () => {
  const [former, promoted] = [await start('00000001'), await start(null)];
  const primary = getPrimary(addressOf(former, promoted));
  const db = openDatabase(addressOf(former, promoted));
  try {
    await primary.look();
    expect(primary).toMatchObject({ url: addressOf(former), isSure: true });
    promoted.says = '00000002';
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000);
    await db.pool.connect().then(
      (client) => client.release(true),
      () => {},
    );
    expect(primary.url).toBe(addressOf(promoted));
  } finally {
    vi.restoreAllMocks();
    await db.close();
  }
});

it('waits at first for a slow server that may have been promoted', {
  tags: ['long'],
}, async () => {
  const [former, promoted] = [await start('00000001'), await start('00000002')];
  promoted.afterMs = 1_200;
  const primary = getPrimary(addressOf(former, promoted));
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(promoted), isSure: true });
  // From then on the primary is known, and a silent server causes no wait.
  primary.doubt();
  await primary.look();
  expect(primary).toMatchObject({ url: addressOf(promoted), isSure: false });
});
