// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer, createTwoPlayers, handleOf } from '../../../tests/support/factories.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readPart } from '../../platform/db/parts.ts';
import * as handles from './handles/handle-store.ts';
import * as identities from './sign-in/identity-store.ts';
import * as users from './users/player-admin-store.ts';

const noon = Date.UTC(2026, 2, 10, 12);
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const dayMs = 24 * 3_600_000;

const db = openTestDatabase({ poolSize: 3 });
let me: string;
let other: string;
beforeEach(async () => {
  [me, other] = await createTwoPlayers(db);
});

const within = <Answer>(work: (tx: Tx) => Promise<Answer>) => db.transaction(work);
it('a handle belongs to one player, stays reserved, and becomes free in the end', async () => {
  const mine = await handleOf(db, { id: me });
  const take = (playerId: string, handle: string, now: Date) =>
    within((tx) => handles.takeHandle(tx, { playerId, handle, now }));
  const isAvailable = (playerId: string, handle: string, now = at(0)) =>
    handles.isAvailable(db, { playerId, handle, now });
  await within((tx) => handles.giveUpHandle(tx, me, new Date(noon + dayMs)));
  expect(await take(me, 'Fresh-One', at(0))).toBe(true);
  expect(await within((tx) => handles.getHandle(tx, me))).toBe('Fresh-One');
  expect(await within((tx) => handles.getHandle(tx, other))).not.toBe('Fresh-One');
  expect([await isAvailable(me, mine), await isAvailable(other, mine)]).toEqual([true, false]);
  expect([await isAvailable(me, 'fresh_one'), await isAvailable(other, 'fresh_one')]).toEqual([true, false]);
  expect(await isAvailable(other, 'Never-Seen')).toBe(true);
  const free = new Date(noon + dayMs);
  expect(await isAvailable(other, mine, new Date(free.getTime() - 1))).toBe(false);
  expect(await isAvailable(other, mine, free)).toBe(true);
  // A permanently removed handle does not become available again.
  await within((tx) => handles.giveUpHandle(tx, me, null));
  expect([await isAvailable(me, 'Fresh-One', free), await take(me, 'Fresh-One', free)]).toEqual([
    false,
    false,
  ]);
  expect([await take(me, mine, at(0)), await within((tx) => handles.getHandle(tx, me))]).toEqual([
    true,
    mine,
  ]);

  const change = (playerId: string, changedBy: 'player' | 'administrator', changedAt: Date) =>
    within((tx) =>
      handles.insertHandleChange(tx, {
        ...{ playerId, handleBefore: 'Before', handle: 'After', changedBy, changedAt },
      }),
    );
  await change(me, 'player', at(2));
  await change(me, 'player', at(1));
  await change(me, 'administrator', at(9));
  await change(other, 'player', at(8));
  expect(await readPart(db, handles.findLastOwnChange(me))).toEqual(at(2));
  const changes = await handles.listHandleChanges(db, me);
  expect(changes.map(({ changedAt }) => changedAt)).toEqual([at(1), at(2), at(9)]);
  await within((tx) => handles.setAvatar(tx, me, 'owl'));
  await within((tx) => handles.setAvatar(tx, other, 'wolf'));
  await within((tx) => handles.reserveHandles(tx, me, free));
  expect(await readPart(db, handles.findLastOwnChange(me))).toBeNull();
  expect(await handles.listHandleChanges(db, other)).toHaveLength(1);
  const avatars = await db.rows(
    sql`select drawn_avatar from players where id in (${me}, ${other}) order by id = ${other}`,
  );
  expect(avatars).toEqual([{ drawnAvatar: null }, { drawnAvatar: 'wolf' }]);
  const kept = await db.rows(sql`
    select handle, player_id, is_worn, free_from from handles
    where likeness in (handle_likeness(${mine}), handle_likeness('Fresh-One')) order by free_from nulls last`);
  expect(kept).toEqual([
    { handle: null, playerId: null, isWorn: false, freeFrom: free },
    { handle: null, playerId: null, isWorn: false, freeFrom: null },
  ]);
  await handles.forgetFreeHandles(db, new Date(free.getTime() - 1));
  expect(await isAvailable(other, mine, at(0))).toBe(false);
  await handles.forgetFreeHandles(db, free);
  expect(await isAvailable(other, mine, at(0))).toBe(true);
});

it('an identity is found by its provider and subject', async () => {
  const add = (provider: 'google' | 'discord', subject: string, playerId: string, isVerified = true) =>
    within((tx) =>
      identities.insertIdentity(tx, {
        ...{ provider, subject, playerId, email: 'same@x.test', isVerified, pendingReferralCode: 'CODE12' },
        waits: false,
        at: at(0),
      }),
    );
  await add('google', 'one', me);
  await add('discord', 'one', other, false);
  const find = (provider: 'google' | 'discord', subject: string) =>
    within((tx) => identities.findByIdentity(tx, provider, subject));
  const known = { email: 'same@x.test', role: 'USER', suspendedAt: null, isLeaving: false };
  const pending = { pendingReferralCode: 'CODE12' };
  expect(await find('google', 'one')).toEqual({
    ...{ ...known, ...pending, playerId: me, isVerified: true, wasEverVerified: true, isWelcomed: true },
  });
  const unverified = {
    ...{ ...known, playerId: other, isVerified: false, wasEverVerified: false, isWelcomed: false },
  };
  expect(await find('discord', 'one')).toEqual({ ...unverified, ...pending });
  expect([await find('google', 'two'), await find('discord', 'two')]).toEqual([undefined, undefined]);

  const remember = (email: string | null, isVerified: boolean, minutes: number) =>
    within((tx) =>
      identities.rememberSignIn(tx, {
        provider: 'discord',
        subject: 'one',
        email,
        isVerified,
        at: at(minutes),
      }),
    );
  await remember(null, false, 1);
  expect(await find('discord', 'one')).toEqual({ ...unverified, ...pending });
  await remember('new@x.test', true, 2);
  const proven = { ...unverified, email: 'new@x.test', wasEverVerified: true, isWelcomed: true };
  expect(await find('discord', 'one')).toEqual({ ...proven, ...pending, isVerified: true });
  const identity = { provider: 'discord', subject: 'one' } as const;
  await within((tx) => identities.markWaiting(tx, identity));
  expect(await find('discord', 'one')).toEqual({
    ...proven,
    ...pending,
    isVerified: true,
    isWelcomed: false,
  });
  await within((tx) => identities.markWelcomed(tx, { ...identity, at: at(9) }));
  expect(await find('discord', 'one')).toEqual({ ...proven, isVerified: true, pendingReferralCode: null });
  await remember(null, false, 3);
  expect(await find('discord', 'one')).toEqual({ ...proven, isVerified: false, pendingReferralCode: null });
  expect((await find('google', 'one'))?.email).toBe('same@x.test');
  const times = await db.row(sql`
    select created_at, first_verified_at, last_signed_in_at from identities where provider = 'discord' and subject = 'one'`);
  expect(times).toEqual({ createdAt: at(0), firstVerifiedAt: at(2), lastSignedInAt: at(3) });

  const owners = async (provider: 'google' | 'discord', email: string) =>
    (await within((tx) => identities.findVerifiedOwners(tx, provider, email))).map(
      ({ playerId }) => playerId,
    );
  await add('google', 'another', me);
  expect(await owners('discord', 'same@x.test')).toEqual([me]);
  expect(await owners('google', 'same@x.test')).toEqual([]);
  const isCodeOf = async (playerId: string, email: string) => {
    const { code } = await db.one<{ code: string }>(
      sql`select referral_code as code from players where id = ${playerId}`,
    );
    return within((tx) => identities.isCodeOfOwner(tx, code, email));
  };
  expect([await isCodeOf(me, 'same@x.test'), await isCodeOf(me, 'new@x.test')]).toEqual([true, false]);
  // Discord no longer confirms the address.
  expect(await isCodeOf(other, 'new@x.test')).toBe(false);
  expect(await owners('google', 'new@x.test')).toEqual([]);
  await add('discord', 'two', me);
  expect(await owners('discord', 'same@x.test')).toEqual([]);
  expect(await owners('google', 'same@x.test')).toEqual([]);

  const account = (id: string) => db.row(sql`select email, is_verified from players where id = ${id}`);
  await db.run(
    sql`update players set is_verified = false, email = 'Typed@x.test' where id in (${me}, ${other})`,
  );
  await within((tx) => identities.markVerified(tx, me));
  await within((tx) => identities.showAddress(tx, me, 'p@x.test'));
  expect(await account(me)).toEqual({ email: 'p@x.test', isVerified: true });
  expect(await account(other)).toEqual({ email: 'Typed@x.test', isVerified: false });
  await within((tx) => identities.markVerified(tx, other));
  await within((tx) => identities.markUnverified(tx, other));
  await within((tx) => identities.markUnverified(tx, me));
  expect([await account(me), await account(other)]).toEqual([
    { email: 'p@x.test', isVerified: true },
    { email: 'Typed@x.test', isVerified: false },
  ]);
});

it('users are sorted by each column in either direction, then by when they joined', async () => {
  await db.run(sql`update players set deleted_at = now()`);
  const add = async (name: string, email: string, role: string, day: number) => {
    const { id } = await createPlayer(db, { name, email, role });
    await db.run(sql`update players set created_at = ${at(day)} where id = ${id}`);
    return id;
  };
  const [b, a, c, again] = [
    await add('b', 'C@x.test', 'USER', 1),
    await add('A', 'a@x.test', 'SUPER_ADMIN', 3),
    await add('c', 'b@x.test', 'ADMIN', 2),
    await add('C', 'B@x.test', 'ADMIN', 2),
  ];
  const list = async (sort: users.UserSort, order: 'asc' | 'desc') =>
    (await users.listUsers(db, { sort, order, page: 1, pageSize: 9 })).map(({ id }) => id);
  for (const [sort, ids] of [
    ['createdAt', [b, c, again, a]],
    ['name', [a, b, c, again]],
    ['email', [a, c, again, b]],
    ['role', [c, again, a, b]],
  ] as const) {
    expect([sort, await list(sort, 'asc')]).toEqual([sort, ids]);
    expect([sort, await list(sort, 'desc')]).toEqual([sort, ids.toReversed()]);
  }
  await within((tx) => users.setSuspended(tx, b, at(0)));
  await within((tx) => users.changeUser(tx, b, { name: 'B2', email: 'b2@x.test', isVerified: false }));
  const found = async (filter: users.UserFilter) =>
    (await users.listUsers(db, { ...filter, sort: 'name', order: 'asc', page: 1, pageSize: 9 })).map(
      ({ id }) => id,
    );
  expect(await found({ isSuspended: true })).toEqual([b]);
  expect(await found({ isSuspended: false })).toEqual([a, c, again]);
  expect(await found({ role: 'ADMIN' })).toEqual([c, again]);
  expect(await users.countUsers(db, { role: 'ADMIN' })).toMatchObject({ total: 2 });
  expect(await users.findUser(db, b)).toMatchObject({ name: 'B2', email: 'b2@x.test', isVerified: false });
  expect(await users.findUser(db, a)).toMatchObject({ name: 'A', isVerified: true, suspendedAt: null });
});
