// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createEarlierDatabase } from '../../../tests/support/earlier-database.ts';
import { logMigrations } from './log-migrations.ts';
import { migrate } from './migrate.ts';

it('logs how many migrations run and finish, and records time, duration and release', {
  tags: ['long'],
}, async () => {
  const database = await createEarlierDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const info = vi.fn();
  const applied = await migrate(database.url, { log: { info } as never, release: '1.2.3' });
  expect(applied.length).toBeGreaterThan(10);
  expect(info.mock.calls[0]).toEqual([{ migrations: applied.length }, 'bringing the database up to date']);
  expect(info.mock.calls.at(-1)).toEqual([
    { migrations: applied.length, ms: expect.any(Number) },
    'the database is up to date',
  ]);
  const { rows } = await client.query(
    'select count(*)::int as kept from migrations where applied_at is not null and took_ms >= 0 and release = $1',
    ['1.2.3'],
  );
  await client.end();
  expect(rows).toEqual([{ kept: applied.length }]);
  // Without pending migrations, a start logs nothing.
  info.mockClear();
  await migrate(database.url, { log: { info } as never });
  expect(info).not.toHaveBeenCalled();
  await database.drop();
});

it('logs a migration that takes over a second, at its start and end', async () => {
  const info = vi.fn();
  const progress = logMigrations({ info } as never, 2);
  await progress.of('0001_short.sql', async () => {});
  await progress.of('0002_long.sql', () => delay(1_100));
  expect(info.mock.calls.slice(1)).toEqual([
    [{ migration: '0002_long.sql', number: 2, migrations: 2 }, 'a migration takes longer than a second'],
    [{ migration: '0002_long.sql', ms: expect.any(Number) }, 'long migration done'],
  ]);
});
