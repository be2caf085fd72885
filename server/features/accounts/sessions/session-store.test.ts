// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../../tests/support/keeps-waiting.ts';
import { getIdentities, lockIdentities } from '../sign-in/identity-store.ts';
import { hashToken, newToken } from '../tokens.ts';
import * as store from './session-store.ts';
import { createSessions } from './sessions.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const noon = Date.UTC(2026, 2, 10, 12);
const at = (minutes: number) => new Date(noon + minutes * minuteMs);

const db = openTestDatabase({ poolSize: 4 });
let me: string;
let other: string;
beforeEach(async () => {
  [me, other] = await createTwoPlayers(db);
  await db.run(sql`delete from sessions`);
});

interface Session {
  id: string;
  tokenHash: Buffer;
}
/** A session that began and was used at noon, and lasts for an hour. */
async function open(playerId: string, device = ''): Promise<Session> {
  const tokenHash = randomBytes(32);
  const times = { createdAt: at(0), expiresAt: at(60) };
  await db.transaction((tx) => store.insertSession(tx, { tokenHash, playerId, device, ...times }));
  const { id } = await db.one<{ id: string }>(sql`select id from sessions where token_hash = ${tokenHash}`);
  return { id, tokenHash };
}
const rowOf = ({ id }: Session) =>
  db.row<{ usedAt: Date; expiresAt: Date; factorAt: Date | null }>(
    sql`select used_at, expires_at, factor_at from sessions where id = ${id}`,
  );

describe('a session', () => {
  it('is found by its token until it ends', async () => {
    const [mine] = [await open(me), await open(other)];
    expect(await store.findSession(db, mine.tokenHash, new Date(at(60).getTime() - 1))).toEqual({
      sessionId: mine.id,
      playerId: me,
      expiresAt: at(60),
      usedAt: at(0),
      factorAt: null,
      hasFactor: false,
      role: 'USER',
      rolePermissions: [],
    });
    expect(await store.findSession(db, mine.tokenHash, at(60))).toBeUndefined();
    for (const column of [sql`suspended_at`, sql`deleted_at`]) {
      await db.run(sql`update players set ${column} = now() where id = ${me}`);
      expect(await store.findSession(db, mine.tokenHash, at(1))).toBeUndefined();
      await db.run(sql`update players set ${column} = null where id = ${me}`);
    }
  });

  it('is found among many tokens while it is valid', async () => {
    const [mine, strange, ended] = [await open(me), await open(other), await open(me)];
    await db.run(sql`update players set role = 'ADMIN' where id = ${other}`);
    const hashes = [mine, strange, ended].map(({ tokenHash }) => tokenHash);
    const find = (asked: Buffer[], now: Date) => store.findSessions(db, asked, now);
    const found = async (now: Date) =>
      (await find(hashes, now)).map(({ tokenHash }) => tokenHash.toString('hex'));
    const hex = (...sessions: Session[]) => sessions.map(({ tokenHash }) => tokenHash.toString('hex')).sort();
    await store.deleteSession(db, ended.id);
    expect((await found(new Date(at(60).getTime() - 1))).sort()).toEqual(hex(mine, strange));
    expect(await found(at(60))).toEqual([]);
    expect(await find([mine.tokenHash], at(1))).toEqual([
      { tokenHash: mine.tokenHash, usedAt: at(0), role: 'USER', rolePermissions: [] },
    ]);
    expect(await find([strange.tokenHash], at(1))).toMatchObject([{ role: 'ADMIN' }]);
    for (const column of [sql`suspended_at`, sql`deleted_at`]) {
      await db.run(sql`update players set ${column} = now() where id = ${me}`);
      expect(await found(at(1))).toEqual(hex(strange));
      await db.run(sql`update players set ${column} = null where id = ${me}`);
    }
  });

  it('is locked while its second factor changes', async () => {
    const [mine, strange] = [await open(me), await open(other)];
    const wanted = sql`select from sessions where id = ${mine.id} for no key update nowait`;
    expect(await keepsWaiting(db, (tx) => store.holdSession(tx, mine.id), wanted)).toBe(true);
    await db.transaction(async (tx) => {
      await store.setFactorAt(tx, mine.id, at(5));
      expect(await store.holdSession(tx, mine.id)).toEqual({ createdAt: at(0), factorAt: at(5) });
    });
    await db.transaction((tx) => store.setFactorAt(tx, strange.id, at(6)));
    await db.transaction((tx) => store.clearFactorAt(tx, me));
    expect([(await rowOf(mine))?.factorAt, (await rowOf(strange))?.factorAt]).toEqual([null, at(6)]);
  });

  it('records its latest use and never an earlier one', async () => {
    const [mine, strange] = [await open(me), await open(other)];
    await store.noteUse(db, mine.id, { usedAt: at(10), expiresAt: at(70) });
    await store.noteUse(db, mine.id, { usedAt: at(10), expiresAt: at(99) });
    await store.noteUse(db, mine.id, { usedAt: at(9), expiresAt: at(99) });
    expect(await rowOf(mine)).toMatchObject({ usedAt: at(10), expiresAt: at(70) });
    expect(await rowOf(strange)).toMatchObject({ usedAt: at(0), expiresAt: at(60) });
    // A session that was used since does not end as idle either.
    expect(await store.deleteIdleSession(db, mine.id, at(9))).toBe(false);
    expect(await store.deleteIdleSession(db, mine.id, at(10))).toBe(true);
    expect([await rowOf(mine), await rowOf(strange)]).toEqual([undefined, expect.anything()]);
  });

  it("ends alone, with the player's other sessions, or with all of them", async () => {
    const [first, second, third] = [await open(me), await open(me), await open(me)];
    const strange = await open(other);
    await store.deleteSession(db, first.id);
    const signIns = () =>
      db.rows(
        sql`select player_id from sign_in_tokens where player_id in (${me}, ${other}) order by player_id = ${me}`,
      );
    const beginSignIns = async () => {
      for (const playerId of [me, other]) {
        await db.run(sql`
          insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
          values (${randomBytes(32)}, ${randomBytes(32)}, ${playerId}, now())`);
      }
    };
    await beginSignIns();
    expect(await store.deleteSessions(db, me, second.id)).toBe(1);
    expect(await signIns()).toEqual([{ playerId: other }]);
    await db.run(sql`delete from sign_in_tokens`);
    expect([await rowOf(second), await rowOf(third)]).toEqual([expect.anything(), undefined]);
    expect(await store.deleteSessions(db, me)).toBe(1);
    await open(me);
    await beginSignIns();
    expect(await db.transaction((tx) => store.endEverySession(tx, me))).toBe(1);
    expect(await rowOf(strange)).toBeDefined();
    expect(await signIns()).toEqual([{ playerId: other }]);
  });

  it('is listed for its player while valid, the most recently used first', async () => {
    const [first, second, third, ended] = [
      await open(me, 'first'),
      await open(me, 'second'),
      await open(me, 'third'),
      await open(me, 'ended'),
    ];
    await open(other, 'strange');
    await store.noteUse(db, second.id, { usedAt: at(5), expiresAt: at(65) });
    await db.run(sql`update sessions set expires_at = ${at(9)} where id = ${ended.id}`);
    const listed = await store.listSessions(db, me, at(9));
    expect(listed.map(({ device }) => device)).toEqual([
      'second',
      ...(first.id > third.id ? ['first', 'third'] : ['third', 'first']),
    ]);
    expect(listed[0]).toEqual({
      id: second.id,
      device: 'second',
      createdAt: at(0),
      usedAt: at(5),
      expiresAt: at(65),
    });
  });

  it('is deleted once expired, along with other expired rows only', async () => {
    await db.run(sql`delete from sign_in_tokens`);
    const hash = () => randomBytes(32);
    for (const [place, expiresAt] of [at(60), new Date(at(60).getTime() + 1)].entries()) {
      await db.transaction((tx) =>
        store.insertSession(tx, { tokenHash: hash(), playerId: me, device: '', createdAt: at(0), expiresAt }),
      );
      await db.run(sql`
        insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
        values (${hash()}, ${hash()}, ${me}, ${expiresAt})`);
      await db.run(sql`
        insert into discord_link_tokens (player_id, token_hash, expires_at)
        values (${place === 0 ? me : other}, ${hash()}, ${expiresAt})`);
      await db.run(sql`insert into used_sign_ins (state_hash, expires_at) values (${hash()}, ${expiresAt})`);
    }
    await store.deleteExpired(db, at(60));
    const left = await db.row(sql`
      select (select count(*) from sessions) as sessions, (select count(*) from sign_in_tokens) as tokens,
        (select count(*) from discord_link_tokens) as links, (select count(*) from used_sign_ins) as used`);
    expect(left).toEqual({ sessions: 1, tokens: 1, links: 1, used: 1 });
  });
});

describe('a session in memory', () => {
  const idleMs = 30 * minuteMs;
  const listener = { connected: true, on() {}, onReconnect() {} };
  async function begin(role: string) {
    let now = at(0);
    const clock = { now: () => now };
    const asked: string[] = [];
    const counting = {
      ...db,
      row: (query: never) => {
        asked.push('row');
        return db.row(query);
      },
    };
    const sessions = createSessions({
      db: counting as never,
      clock,
      listener: listener as never,
      adminIdleMs: idleMs,
      isFactorDemanded: false,
    });
    await db.run(sql`update players set role = ${role} where id = ${me}`);
    const token = await db.transaction((tx) => sessions.start(tx, me));
    const [row] = await db.rows<Session>(sql`select id, token_hash from sessions where player_id = ${me}`);
    /** Whether the token is valid `ms` later, how many queries that took, and when the session was last used. */
    const knownAt = async (ms: number, isUse?: boolean) => {
      now = new Date(at(0).getTime() + ms);
      asked.length = 0;
      const player = await sessions.authenticate(token, isUse);
      const used = (await rowOf(row as Session))?.usedAt.getTime();
      return [player?.id === me, asked.length, used === undefined ? 'ended' : used - at(0).getTime()];
    };
    return { sessions, knownAt, row: row as Session };
  }

  it('lasts for an administrator until the idle limit, and records its use once a minute', async () => {
    const { knownAt, row } = await begin('ADMIN');
    expect((await rowOf(row))?.expiresAt).toEqual(new Date(at(0).getTime() + 30 * dayMs));
    expect(await knownAt(0, true)).toEqual([true, 1, 0]);
    expect(await knownAt(minuteMs - 1, true)).toEqual([true, 0, 0]);
    // An idle page does not count as use.
    expect(await knownAt(minuteMs)).toEqual([true, 0, 0]);
    expect(await knownAt(minuteMs, true)).toEqual([true, 1, minuteMs]);
    expect((await rowOf(row))?.expiresAt).toEqual(new Date(at(1).getTime() + 30 * dayMs));
    expect(await knownAt(minuteMs + idleMs - 1)).toEqual([true, 0, minuteMs]);
    expect(await knownAt(minuteMs + idleMs)).toEqual([false, 1, 'ended']);
  });

  it('lasts for a player until it expires, and records its use once a day', async () => {
    const { knownAt } = await begin('USER');
    expect(await knownAt(0, true)).toEqual([true, 1, 0]);
    expect(await knownAt(dayMs - 1, true)).toEqual([true, 0, 0]);
    expect(await knownAt(dayMs, true)).toEqual([true, 1, dayMs]);
    expect(await knownAt(31 * dayMs - 1)).toEqual([true, 0, dayMs]);
    expect(await knownAt(31 * dayMs)).toEqual([false, 1, dayMs]);
  });

  it('identifies the player, and is looked up again once this process has ended it', async () => {
    const { sessions, knownAt, row } = await begin('USER');
    const token = newToken();
    await db.run(sql`update sessions set token_hash = ${hashToken(token)} where id = ${row.id}`);
    const player = await sessions.authenticate(token);
    expect(player).toEqual({
      id: me,
      sessionId: row.id,
      role: 'USER',
      permissions: new Set(),
      held: new Set(),
      secondFactor: { isEnrolled: false, confirmedAt: null },
    });
    const second = await open(me);
    expect(await sessions.endOthers(player as never)).toBe(1);
    expect(await rowOf(second)).toBeUndefined();
    await sessions.end(row.id);
    expect(await sessions.authenticate(token)).toBeUndefined();
    expect((await knownAt(0))[0]).toBe(false);
  });
});

it('identities of one player are read in order and locked while the account is deleted', async () => {
  const add = (provider: string, playerId: string) =>
    db.run(sql`
      insert into identities (provider, subject, player_id, email, email_verified, created_at, last_signed_in_at)
      values (${provider}, ${playerId}, ${playerId}, 'a@b.test', true, ${at(0)}, ${at(1)})`);
  await add('google', me);
  await add('discord', me);
  await add('google', other);
  const mine = ['discord', 'google'].map((provider) => ({
    ...{
      provider,
      subject: me,
      email: 'a@b.test',
      isVerified: true,
      createdAt: at(0),
      lastSignedInAt: at(1),
    },
  }));
  expect(await getIdentities(db, me)).toEqual(mine);
  const wanted = sql`select from identities where player_id = ${me} for key share nowait`;
  expect(await keepsWaiting(db, (tx) => lockIdentities(tx, me), wanted)).toBe(true);
});
