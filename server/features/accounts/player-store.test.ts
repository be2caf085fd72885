// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer, handleOf } from '../../../tests/support/factories.ts';
import { keepsWaiting } from '../../../tests/support/keeps-waiting.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import * as deletions from './deletion/account-deletion-store.ts';
import { findByHandle, getPublicPlayers } from './handles/handle-store.ts';
import * as store from './player-store.ts';
import { holdRights, readRights } from './roles/authority.ts';
import { lockWithRoles, readOfficers } from './roles/role-store.ts';
import { findUser, getUser } from './users/player-admin-store.ts';
import { searchUserIds } from './users/player-search-store.ts';

const dayMs = 24 * 3_600_000;
const noon = new Date('2026-03-10T12:00:00Z');
const states = ['active', 'suspended', 'leaving', 'erased', 'unknown'] as const;
type State = (typeof states)[number];

const db = openTestDatabase({ poolSize: 4 });
/** A player in each state; the `unknown` one never had an account. */
let ids: Record<State, string>;
beforeAll(async () => {
  const make = async (state: State) =>
    (await createPlayer(db, { name: `Is ${state}`, email: `${state}@state.test`, role: 'ADMIN' })).id;
  ids = {
    active: await make('active'),
    suspended: await make('suspended'),
    leaving: await make('leaving'),
    erased: await make('erased'),
    unknown: randomUUID(),
  };
  await db.run(sql`update players set suspended_at = ${noon} where id = ${ids.suspended}`);
  for (const playerId of [ids.leaving, ids.erased]) {
    const deletion = { deletedAt: noon, eraseAt: new Date(noon.getTime() + dayMs), forfeitedGC: 0 };
    await db.transaction((tx) =>
      deletions.insertDeletion(tx, { playerId, ...deletion, deletedBy: null, sessionHash: null }),
    );
  }
  await db.run(sql`update players set erased_at = ${noon} where id = ${ids.erased}`);
});

/** The answers for a player in each state. Rolls back every change. */
async function inEachState<Answer>(ask: (tx: Tx, id: string, state: State) => Promise<Answer>) {
  const answers = {} as Record<State, Answer>;
  for (const state of states) {
    await db
      .transaction(async (tx) => {
        answers[state] = await ask(tx, ids[state], state);
        throw new Error('undone');
      })
      .catch((error: Error) => {
        if (error.message !== 'undone') throw error;
      });
  }
  return answers;
}
/** The states in which the answer is true, or a value. */
async function where(ask: (tx: Tx, id: string) => Promise<unknown>): Promise<State[]> {
  const answers = await inEachState(ask);
  return states.filter((state) => answers[state]);
}
const one = <Row>(tx: Queryable, id: string, column: string) =>
  tx
    .row<Record<string, Row>>(sql`select to_json(p) ->> ${column} as value from players p where id = ${id}`)
    .then((row) => row?.value);

describe('a player is', () => {
  it('owed their winnings until they are erased', async () => {
    expect(await where(async (tx, id) => (await store.holdPayees(tx, [id])).has(id))).toEqual([
      'active',
      'suspended',
      'leaving',
    ]);
    const has = async (tx: Tx, id: string) =>
      (await tx.one<{ has: boolean }>(sql`select ${store.hasAccount(sql`${id}::uuid`)} as has`)).has;
    expect(await where(has)).toEqual(['active', 'suspended', 'leaving']);
    expect(await db.transaction((tx) => store.holdPayees(tx, Object.values(ids)))).toEqual(
      new Set([ids.active, ids.suspended, ids.leaving]),
    );
  });

  it('available until the account is deleted', async () => {
    const isThere = async (tx: Tx, id: string) => (await store.holdPlayers(tx, [id])).has(id);
    expect(await where(isThere)).toEqual(['active', 'suspended']);
    expect(await where(async (tx, id) => (await getPublicPlayers(tx, [id])).has(id))).toEqual([
      'active',
      'suspended',
    ]);
    expect(await where(async (tx, id) => (await store.getContacts(tx, [id])).has(id))).toEqual([
      'active',
      'suspended',
    ]);
    expect(await where(findUser)).toEqual(['active', 'suspended']);
    await expect(db.transaction((tx) => getUser(tx, ids.leaving))).rejects.toThrow('0 rows');
    expect(await where(async (tx, id) => (await lockWithRoles(tx, [id]))[0]?.id)).toEqual([
      'active',
      'suspended',
    ]);
    expect(await where(async (tx, id) => (await readRights(tx, [id])).has(id))).toEqual([
      'active',
      'suspended',
    ]);
    expect(await where((tx, id) => store.setDiscord(tx, id, '1'))).toEqual(['active', 'suspended']);
    expect(await where(store.countReferral)).toEqual(['active', 'suspended']);
  });

  it('named by their current handle, without other players', async () => {
    const contacts = await db.transaction(async (tx) => {
      const worn = sql`insert into handles (likeness, handle, player_id, is_worn) values`;
      await tx.run(sql`${worn} (handle_likeness('Earlier_1'), 'Earlier_1', ${ids.active}, false)`);
      const found = await store.getContacts(tx, [ids.active]);
      await tx.run(sql`delete from handles where handle = 'Earlier_1'`);
      return found;
    });
    const contact = {
      name: 'Is active',
      email: 'active@state.test',
      handle: await handleOf(db, { id: ids.active }),
    };
    expect([...contacts]).toEqual([[ids.active, contact]]);
  });

  it('active while neither suspended nor deleted', async () => {
    expect(await where(store.holdActivePlayer)).toEqual(['active']);
    expect(await where(store.lockActivePlayer)).toEqual(['active']);
    expect(await where(store.getReferralCode)).toEqual(['active']);
    const code = async (tx: Tx, id: string) => (await one<string>(tx, id, 'referral_code')) ?? 'NOBODYS1';
    const credited = { active: ids.active };
    const find = async (tx: Tx, id: string) => store.findReferrer(tx, await code(tx, id));
    expect(await inEachState(find)).toEqual(credited);
    const count = async (tx: Tx, id: string) =>
      (await store.countInvited(tx, await code(tx, id))) ?? undefined;
    expect(await inEachState(count)).toEqual(credited);
    expect(await where(async (tx, id) => (await holdRights(tx, id)).size > 0)).toEqual(['active']);
    const officers = await readOfficers(db, 0);
    expect(officers.map(({ id }) => id)).toEqual([ids.active]);
  });

  it('offered a restore during the grace period', async () => {
    const eraseAt = new Date(noon.getTime() + dayMs);
    const answers = await inEachState((tx, id) => store.findEraseAt(tx, id, []));
    expect(answers).toEqual({ leaving: { saidAt: eraseAt, eraseAt } });
  });

  it('mailed until they are erased, at a verified address only', async () => {
    expect(await where(store.getContact)).toEqual(['active', 'suspended', 'leaving']);
    expect(await store.getContact(db, ids.active)).toEqual({ name: 'Is active', email: 'active@state.test' });
    const unsure = async (change: ReturnType<typeof sql>) =>
      where(async (tx, id) => {
        await tx.run(sql`update players set ${change} where id = ${id}`);
        return store.getContact(tx, id);
      });
    expect(await unsure(sql`is_verified = false`)).toEqual([]);
    expect(await unsure(sql`email = ''`)).toEqual([]);
    expect(await where(store.isVerified)).toEqual(['active', 'suspended', 'leaving', 'erased']);
    const unverified = await createPlayer(db);
    await db.run(sql`update players set is_verified = false where id = ${unverified.id}`);
    expect(await store.isVerified(db, unverified.id)).toBe(false);
  });
});

describe('while a player is locked, nobody else', () => {
  const held = (hold: (tx: Tx) => Promise<unknown>, wanted: string) =>
    keepsWaiting(db, hold, sql`select from players where id = ${ids.active} for ${raw(wanted)} nowait`);
  it.each<[string, (tx: Tx, id: string) => Promise<unknown>, string, string]>([
    ['deletes a player held for a payout', (tx, id) => store.holdPayees(tx, [id]), 'no key update', 'update'],
    ['deletes a held player', (tx, id) => store.holdPlayers(tx, [id]), 'no key update', 'update'],
    ['suspends a player held as active', store.holdActivePlayer, 'share', 'no key update'],
    ['holds a player who is being changed', store.lockActivePlayer, 'key share', 'share'],
    ["changes the player's rights", holdRights, 'share', 'no key update'],
    ['holds the rights of a player being changed', (tx, id) => lockWithRoles(tx, [id]), 'key share', 'share'],
    ['refers to a player who is being deleted', deletions.lockPlayer, '', 'key share'],
  ])('%s', async (_what, hold, may, mayNot) => {
    if (may) expect(await held((tx) => hold(tx, ids.active), may)).toBe(false);
    expect(await held((tx) => hold(tx, ids.active), mayNot)).toBe(true);
  });
});

describe('a count about players', () => {
  it('increases and decreases by one, for one player only', async () => {
    const [referrer, other] = [await createPlayer(db), await createPlayer(db)];
    const code = (await one<string>(db, referrer.id, 'referral_code')) as string;
    await db.run(sql`update players set total_referrals = 5, invited_users_count = 5`);
    const counts = async ({ id }: { id: string }) => [
      await one(db, id, 'total_referrals'),
      await one(db, id, 'invited_users_count'),
    ];
    await db.transaction((tx) => store.countInvited(tx, code));
    expect(await db.transaction((tx) => store.countReferral(tx, referrer.id))).toBe(true);
    expect([await counts(referrer), await counts(other)]).toEqual([
      ['6', '6'],
      ['5', '5'],
    ]);
    await db.transaction((tx) => store.uncountReferral(tx, referrer.id));
    await db.transaction((tx) => store.uncountReferral(tx, ids.leaving));
    expect([await counts(referrer), await counts(other)]).toEqual([
      ['5', '6'],
      ['5', '5'],
    ]);
    expect(await one(db, ids.leaving, 'total_referrals')).toBe('4');
    await db.transaction((tx) => store.setReferrer(tx, other.id, referrer.id));
    expect([await store.isInvited(db, other.id), await store.isInvited(db, referrer.id)]).toEqual([
      true,
      false,
    ]);
    expect(await one(db, other.id, 'referred_by')).toBe(referrer.id);
  });

  it('splits players into those at a domain and those with unlisted addresses elsewhere', async () => {
    await db.run(sql`update players set email = replace(email, '@player.test', '@else.test')`);
    const { ofDomain, ofOthers } = await store.countByDomain(db, 'state.test', ['x@known.test']);
    expect(ofDomain).toBe(2);
    const { id } = await createPlayer(db, { email: 'x@known.test' });
    expect(await store.countByDomain(db, 'state.test', ['x@known.test'])).toEqual({ ofDomain, ofOthers });
    await db.run(sql`update players set email = 'y@known.test' where id = ${id}`);
    expect(await store.countByDomain(db, 'state.test', ['x@known.test'])).toEqual({
      ofDomain,
      ofOthers: ofOthers + 1,
    });
  });
});

describe('a player is found', () => {
  it('by id, address or current handle, ignoring case, while they have an account', async () => {
    const handle = await handleOf(db, { id: ids.active });
    const account = {
      id: ids.active,
      email: 'active@state.test',
      role: 'ADMIN',
      isVerified: true,
      suspendedAt: null,
    };
    for (const named of [ids.active.toUpperCase(), 'ACTIVE@state.test', handle.toUpperCase()]) {
      expect(await store.findAccounts(db, named)).toEqual([account]);
    }
    expect(await store.findAccounts(db, 'suspended@state.test')).toMatchObject([{ suspendedAt: noon }]);
    expect(await store.findAccounts(db, ids.leaving)).toEqual([]);
    expect(await store.findAccounts(db, 'nobody')).toEqual([]);
  });

  it('by a similar-looking current handle, while they are active', async () => {
    for (const state of ['active', 'suspended', 'leaving'] as const) {
      const handle = await handleOf(db, { id: ids[state] });
      expect(await findByHandle(db, handle.toLowerCase())).toBe(state === 'active' ? ids.active : undefined);
    }
    const { id } = await createPlayer(db);
    const before = await handleOf(db, { id });
    await db.run(sql`update handles set is_worn = false, free_from = now() where player_id = ${id}`);
    expect(await findByHandle(db, before)).toBeUndefined();
    expect(await searchUserIds(db, before.toLowerCase(), 10)).toEqual([id]);
  });

  it('by their only Discord account', async () => {
    const [one, other] = [await createPlayer(db), await createPlayer(db)];
    expect(await store.setDiscord(db as never, one.id, '77')).toBe(true);
    expect(await store.setDiscord(db as never, one.id, '78')).toBe(false);
    expect(await store.findLinkedDiscord(db, one.id)).toBe('77');
    expect(await store.findLinkedDiscord(db, other.id)).toBeNull();
    expect(await store.findLinkedDiscord(db, randomUUID())).toBeNull();
    expect(await store.findPlayerByDiscord(db as never, '77')).toBe(one.id);
    expect(await store.findPlayerByDiscord(db as never, '79')).toBeUndefined();
  });

  it('with all their data, including the Google identity and the current handle', async () => {
    const { id, email } = await createPlayer(db, { name: 'Whole' });
    const other = await createPlayer(db);
    const identity = (provider: string, subject: string, playerId: string) =>
      db.run(sql`
        insert into identities (provider, subject, player_id, email, email_verified, created_at, last_signed_in_at)
        values (${provider}, ${subject}, ${playerId}, ${email}, true, now(), now())`);
    await identity('discord', 'of-discord', id);
    const whole = {
      id,
      name: 'Whole',
      email,
      role: 'USER',
      googleId: null,
      handle: await handleOf(db, { id }),
    };
    expect(await store.findPlayer(db, id)).toMatchObject({ ...whole, discordUserId: null, isVerified: true });
    expect((await findUser(db, id))?.googleId).toBeNull();
    await identity('google', 'of-google', id);
    expect((await findUser(db, id))?.googleId).toBe('of-google');
    await identity('google', 'of-other', other.id);
    expect(await db.rows(store.playerRow(id))).toMatchObject([{ ...whole, googleId: 'of-google' }]);
    await db.transaction((tx) => store.setRole(tx, id, { role: 'ADMIN', by: other.id, at: noon }));
    const row = await db.row(sql`select role, role_since, role_given_by from players where id = ${id}`);
    expect(row).toEqual({ role: 'ADMIN', roleSince: noon, roleGivenBy: other.id });
    expect((await store.findPlayer(db, other.id))?.role).toBe('USER');
    expect(await store.findPlayer(db, randomUUID())).toBeUndefined();
  });
});
