// SPDX-License-Identifier: Apache-2.0

import { LRUCache } from 'lru-cache';
import pg from 'pg';
import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { startTestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { Groups } from '../../../platform/groups.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { DatabaseUnavailable } from '../../../platform/postgres/unavailable.ts';
import { createSessions } from './sessions.ts';

const app = openForTests(startTestApp);

const day = 24 * 3_600_000;
const profile = (token?: string) => app.call({ url: '/auth/get-profile', ...(token && { token }) });
const signedIn = async (role = 'USER') => {
  const { id } = await createPlayer(app.db, { role });
  return { id, token: await app.signIn(id) };
};

it('answers not_signed_in without a token and session_ended for an ended session', async () => {
  const none = await profile();
  expect([none.statusCode, none.json()]).toEqual([
    401,
    { code: 'not_signed_in', message: 'Authentication token not found.' },
  ]);
  const unknown = await profile('x'.repeat(43));
  expect([unknown.statusCode, unknown.json().code]).toEqual([401, 'session_ended']);
  const logout = await app.call({ method: 'POST', url: '/auth/logout' });
  expect(logout.statusCode).toBe(401);
});

it('stores only hashes of tokens', async () => {
  const { id, token } = await signedIn();
  const row = await app.db.row<{ text: string }>(
    sql`select string_agg(s::text, ' ') as text from sessions s where player_id = ${id}`,
  );
  expect(row?.text).not.toContain(token);
});

it('ends one session at logout and leaves the others', async () => {
  const { id, token } = await signedIn();
  const other = await app.signIn(id);
  expect((await profile(token)).statusCode).toBe(200);
  expect((await profile(other)).statusCode).toBe(200);
  expect((await app.call({ method: 'POST', url: '/auth/logout', token })).statusCode).toBe(200);
  expect((await profile(token)).json().code).toBe('session_ended');
  expect((await profile(other)).statusCode).toBe(200);
});

it.each([
  ['a new role', 'update players set role = $2 where id = $1', 'ADMIN'],
  ['a suspension', 'update players set suspended_at = $2 where id = $1', '2026-01-01'],
  ['the deletion of the account', 'update players set deleted_at = $2 where id = $1', '2026-01-01'],
])('applies %s immediately, whichever process made it', async (_what, statement, value) => {
  const { id, token } = await signedIn();
  expect((await profile(token)).json().data.permissions).toEqual([]);
  // Directly in the database, as an operator or another process would.
  await app.db.pool.query(statement, [id, value]);
  await vi.waitFor(async () => {
    const answer = await profile(token);
    // The cached session carries the rights; the role itself is read from the database each time.
    if (value === 'ADMIN') expect(answer.json().data.permissions).toContain('users:read');
    else expect(answer.statusCode).toBe(401);
  });
});

it('drops one session or all of a player from memory without scanning the rest', async () => {
  const { id, token } = await signedIn();
  const [second, third] = [await app.signIn(id), await app.signIn(id)];
  const stranger = (await signedIn()).token;
  const { db, clock, listener } = app;
  const sessions = createSessions({ db, clock, listener, adminIdleMs: day, isFactorDemanded: false });
  const keep = async () => {
    for (const each of [token, second, third, stranger]) await sessions.authenticate(each);
  };
  const asked = vi.spyOn(app.db, 'row');
  const walked = vi.spyOn(LRUCache.prototype, 'entries');
  const lookedUpAfter = async (forgotten: string) => {
    await keep();
    sessions.forget(forgotten);
    asked.mockClear();
    await keep();
    return asked.mock.calls.length;
  };
  const known = await sessions.authenticate(second);
  expect(await lookedUpAfter(known?.sessionId ?? '')).toBe(1);
  expect(await lookedUpAfter(id)).toBe(3);
  expect(await lookedUpAfter('somebody')).toBe(0);
  expect(walked).not.toHaveBeenCalled();
});

it('gives a custom role its permissions and removes them immediately', async () => {
  await app.db.run(
    sql`insert into roles (name, permissions) values ('REFEREE', ${['challenges:read', 'no:longer']})`,
  );
  const { token } = await signedIn('REFEREE');
  const permissions = async () => (await profile(token)).json().data.permissions;
  expect(await permissions()).toEqual(['challenges:read']);
  await app.db.run(sql`update roles set permissions = '{}' where name = 'REFEREE'`);
  await vi.waitFor(async () => expect(await permissions()).toEqual([]));
});

it('does not cache a session that ends while it is being read', async () => {
  const { id, token } = await signedIn();
  const other = await app.signIn(id);
  await app.sessions.authenticate(other);
  const row = app.db.row.bind(app.db);
  vi.spyOn(app.db, 'row').mockImplementationOnce(async (query) => {
    const found = await row(query);
    await app.db.run(sql`delete from sessions where player_id = ${id}`);
    await vi.waitFor(async () => expect(await app.sessions.authenticate(other)).toBeUndefined());
    return found as never;
  });
  await app.sessions.authenticate(token);
  expect(await app.sessions.authenticate(token)).toBeUndefined();
});

it('answers from memory, except while it cannot listen for ended sessions', async () => {
  const { token } = await signedIn();
  await app.sessions.authenticate(token);
  const asked = vi.spyOn(app.db, 'row');
  await app.sessions.authenticate(token);
  expect(asked).toHaveBeenCalledTimes(0);

  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'finalring listener' and datname = current_database()",
  );
  await client.query("delete from sessions where token_hash = sha256(convert_to($1, 'utf8'))", [token]);
  await client.end();
  await vi.waitFor(async () => expect(await app.sessions.authenticate(token)).toBeUndefined());
});

it('caches nothing while disconnected, and clears the cache after reconnecting', async () => {
  const { token } = await signedIn();
  const ear = { connected: false, again: () => {} };
  const listener = {
    get connected() {
      return ear.connected;
    },
    on() {},
    onReconnect(forget: () => void) {
      ear.again = forget;
    },
  };
  const { db, clock } = app;
  const sessions = createSessions({
    db,
    clock,
    listener: listener as never,
    adminIdleMs: day,
    isFactorDemanded: false,
  });
  await sessions.authenticate(token);
  ear.connected = true;
  const asked = vi.spyOn(app.db, 'row');
  await sessions.authenticate(token);
  await sessions.authenticate(token);
  expect(asked).toHaveBeenCalledTimes(1);
  ear.again();
  await sessions.authenticate(token);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('finds the valid sessions among many tokens in one query', async () => {
  const [player, gone, admin] = [await signedIn(), await signedIn(), await signedIn('SUPER_ADMIN')];
  const deps = { db: app.db, clock: app.clock, listener: app.listener };
  const sessions = createSessions({ ...deps, adminIdleMs: day, isFactorDemanded: false });
  await app.db.run(sql`delete from sessions where player_id = ${gone.id}`);
  const all = [player.token, gone.token, admin.token, 'of nobody'];
  const rows = vi.spyOn(app.db, 'rows');
  expect(await sessions.findSignedIn(all)).toEqual(new Set([player.token, admin.token]));
  expect(rows).toHaveBeenCalledTimes(1);
  rows.mockRestore();
  // The administrator was idle too long.
  const late = createSessions({ ...deps, adminIdleMs: -1, isFactorDemanded: false });
  expect(await late.findSignedIn(all)).toEqual(new Set([player.token]));
  const justNow = createSessions({ ...deps, adminIdleMs: 0, isFactorDemanded: false });
  expect(await justNow.findSignedIn(all)).toEqual(new Set([player.token]));
});

it('accepts a session when its use cannot be recorded', async () => {
  const { token, id } = await signedIn('SUPER_ADMIN');
  await app.db.run(sql`update sessions set used_at = used_at - interval '1 hour' where player_id = ${id}`);
  let noted = 0;
  const failing = (error: Error) =>
    createSessions({
      db: {
        ...app.db,
        run: () => {
          noted++;
          return Promise.reject(error);
        },
      },
      clock: app.clock,
      listener: app.listener,
      adminIdleMs: 2 * day,
      isFactorDemanded: false,
    });
  const away = failing(new DatabaseUnavailable('no changes'));
  for (const _time of [1, 2]) expect(await away.authenticate(token, true)).toMatchObject({ id });
  // Retried with the next use, since it was not recorded.
  expect(noted).toBe(2);
  await expect(failing(new Error('a bug')).authenticate(token, true)).rejects.toThrow('a bug');
});

it('records a use at intervals, and admits nobody past the end of the session', async () => {
  const { token, id } = await signedIn('SUPER_ADMIN');
  const read = () =>
    app.db.one<{ usedAt: Date; expiresAt: Date }>(
      sql`select used_at, expires_at from sessions where player_id = ${id}`,
    );
  const { usedAt } = await read();
  const sessions = () =>
    createSessions({
      db: app.db,
      clock: app.clock,
      listener: app.listener,
      adminIdleMs: day,
      isFactorDemanded: false,
    });
  app.clock.advance(59_999);
  expect(await sessions().authenticate(token, true)).toMatchObject({ id });
  expect((await read()).usedAt).toEqual(usedAt);
  app.clock.advance(1);
  expect(await sessions().authenticate(token, true)).toMatchObject({ id });
  expect((await read()).usedAt).toEqual(app.clock.now());
  // It expires before the administrator's idle limit.
  await app.db.run(sql`update sessions set expires_at = ${new Date(app.clock.now().getTime() + 1_000)}
    where player_id = ${id}`);
  const kept = sessions();
  expect(await kept.authenticate(token)).toMatchObject({ id });
  app.clock.advance(1_000);
  expect(await kept.authenticate(token)).toBeUndefined();
});

it('removes a dropped session from all its indexes', async () => {
  const { token, id } = await signedIn();
  const deleted = vi.spyOn(Groups.prototype, 'delete');
  const kept = createSessions({
    db: app.db,
    clock: app.clock,
    listener: app.listener,
    adminIdleMs: day,
    isFactorDemanded: false,
  });
  const { sessionId } = (await kept.authenticate(token)) as SessionPlayer;
  kept.forget(id);
  expect(deleted.mock.calls.filter(([of]) => [id, sessionId].includes(of))).toEqual([
    [sessionId, token],
    [id, token],
  ]);
  deleted.mockRestore();
});

it('lists the current session first, then the other sessions by last use', async () => {
  const { id } = await createPlayer(app.db);
  const tokens: string[] = [];
  for (let count = 0; count < 3; count++) {
    tokens.push(await app.signIn(id));
    app.clock.advance(60_000);
  }
  const list = async (token = '') => {
    const { data } = (await app.call({ url: '/auth/sessions', token })).json();
    const times: number[] = data.map(({ createdAt }: { createdAt: string }) => Date.parse(createdAt));
    return [
      data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
      times.map((time) => time - Math.min(...times)),
    ];
  };
  expect(await list(tokens[1])).toEqual([
    [true, false, false],
    [60_000, 120_000, 0],
  ]);
  expect(await list(tokens[0])).toEqual([
    [true, false, false],
    [0, 120_000, 60_000],
  ]);
});
