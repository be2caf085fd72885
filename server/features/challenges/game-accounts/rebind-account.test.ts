// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorMessage } from '../../../../contract/errors.ts';
import { type Player, startChallengesTest, startDeps } from '../../../../tests/support/challenges.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { refuse } from '../../../platform/refusal.ts';
import { type RebindDeps, rebindAccount } from './rebind-account.ts';

const challenges = openForTests(startChallengesTest);
let admin: Player;
beforeAll(async () => {
  admin = await challenges.player({ role: 'ADMIN' });
});

async function set(user: Player, payload: object, { token } = admin) {
  const answer = await challenges.test.call({
    method: 'PUT',
    url: `/super-admin/users/${user.id}/epic-account`,
    token,
    payload: { reason: 'proved it by mail', ...payload },
  });
  const { code, data, message } = answer.json();
  return { status: answer.statusCode, code, data, message };
}

const boundTo = async ({ id }: { id: string }) =>
  (
    await challenges.test.db.row<{ name: string }>(
      sql`select name from game_accounts where player_id = ${id}`,
    )
  )?.name;

async function getKey({ id }: Player): Promise<string> {
  const row = await challenges.test.db.row<{ key: string }>(
    sql`select key from game_accounts where player_id = ${id}`,
  );
  return row?.key ?? '';
}

const log = ({ id }: Player) =>
  challenges.test.db.rows(sql`
    select action, before, after, reason from admin_changes where subject = ${`user:${id}`} order by id`);

/** A player whose attempt with this Epic account has ended. */
async function playedWith(epicId: string): Promise<Player> {
  const player = await challenges.player({ name: `Owner of ${epicId}` });
  const { attemptId } = await challenges.enter(player, { epicId });
  await challenges.playLater(attemptId, epicId, { placement: 1, kills: 9 });
  expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
  return player;
}

describe('the Epic account of a user', () => {
  it('can be changed and removed with a log entry, and the next entry uses the change', {
    tags: ['long'],
  }, async () => {
    const user = await playedWith('rebind-one');
    expect((await challenges.enter(user, { epicId: 'rebind-two' })).code).toBe('epic_account_differs');
    const changed = await set(user, { epicId: 'rebind-two' });
    expect([changed.status, changed.data]).toEqual([200, { epicId: 'rebind-two', takenFrom: [] }]);
    expect((await set(user, { epicId: 'rebind-two', game: 'fortnite' })).status).toBe(200);
    expect((await set(user, { epicId: 'rebind-two', game: 'chess' })).status).toBe(400);
    expect((await set(user, { epicId: 'rebind-two', game: 'pubg' })).code).toBe('invalid_request');
    const pubgId = `steam/account.${'a'.repeat(32)}`;
    expect((await set(user, { epicId: pubgId, game: 'pubg' })).code).toBe('stats_unavailable');
    expect((await challenges.enter(user, { epicId: 'rebind-one' })).code).toBe('epic_account_differs');
    const detail = await challenges.test.call({ url: `/super-admin/users/${user.id}`, token: admin.token });
    expect(detail.json().data.user.epicId).toBe('rebind-two');
    expect((await set(user, { epicId: null })).data).toEqual({ epicId: null, takenFrom: [] });
    expect(await boundTo(user)).toBeUndefined();
    const entry = { action: 'user.epic-account', reason: 'proved it by mail' };
    const game = 'fortnite';
    expect(await log(user)).toEqual([
      { ...entry, before: { game, epicId: 'rebind-one' }, after: { game, epicId: 'rebind-two' } },
      { ...entry, before: { game, epicId: 'rebind-two' }, after: { game, epicId: null } },
    ]);
    expect((await challenges.enter(user, { epicId: 'rebind-one' })).status).toBe(200);
  });

  it('can be renamed when its name has changed, with a log entry', async () => {
    const user = await playedWith('old-name');
    const account = challenges.accounts.get('old-name');
    if (account) challenges.accounts.set('new-name', account);
    expect((await set(user, { epicId: 'new-name' })).data).toEqual({ epicId: 'new-name', takenFrom: [] });
    expect(await boundTo(user)).toBe('new-name');
    expect(await log(user)).toMatchObject([
      { before: { epicId: 'old-name' }, after: { epicId: 'new-name' } },
    ]);
  });

  it('moves from another player only on explicit request, and by its id under any name', async () => {
    const [owner, claimant] = [await playedWith('contested'), await challenges.player()];
    const refused = await set(claimant, { epicId: 'Contested' });
    expect([refused.status, refused.code]).toEqual([409, 'epic_account_of_other']);
    expect(refused.message).toContain('Owner of contested');
    expect([await boundTo(owner), await boundTo(claimant)]).toEqual(['contested', undefined]);
    const taken = await set(claimant, { epicId: 'Contested', takeFromOther: true });
    expect(taken.data.takenFrom).toEqual([{ _id: owner.id, name: 'Owner of contested' }]);
    expect([await boundTo(owner), await boundTo(claimant)]).toEqual([undefined, 'Contested']);
    expect(await log(owner)).toMatchObject([{ before: { epicId: 'contested' }, after: { epicId: null } }]);
    expect((await challenges.enter(owner, { epicId: 'contested' })).code).toBe('epic_account_taken');
  });

  it('cannot change while a challenge runs, for either player', async () => {
    const [runner, user] = [await challenges.player(), await challenges.player()];
    await challenges.enter(runner, { epicId: 'in-play' });
    expect((await set(runner, { epicId: 'elsewhere' })).code).toBe('epic_account_in_play');
    const inPlay = await set(runner, { epicId: null });
    expect([inPlay.status, inPlay.code]).toEqual([409, 'epic_account_in_play']);
    expect(inPlay.message).toContain('Test Player');
    expect((await set(user, { epicId: 'in-play', takeFromOther: true })).code).toBe('epic_account_in_play');
    expect([await boundTo(runner), await boundTo(user)]).toEqual(['in-play', undefined]);
    expect([await log(runner), await log(user)]).toEqual([[], []]);
  });

  it('matches the running attempt when an entry and a change run concurrently', {
    tags: ['long'],
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const user = await playedWith(`race-${round}`);
      const before = await getKey(user);
      const [entered] = await Promise.all([
        challenges.enter(user, { epicId: `race-${round}` }),
        set(user, { epicId: `race-${round}-new` }),
      ]);
      const after = await getKey(user);
      expect(after === before).toBe(entered.status === 200);
    }
  });

  it('goes to one player when assigned to several concurrently', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => challenges.player()));
    const answers = await Promise.all(users.map((user) => set(user, { epicId: 'wanted' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await Promise.all(users.map(boundTo))).filter(Boolean)).toEqual(['wanted']);
  });

  it('replaces a provisional name with its id', async () => {
    const user = await challenges.player();
    await challenges.test.db.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values ('name:unplayed', ${user.id}, 'unplayed', now())`);
    const id = randomUUID().replaceAll('-', '');
    const solo = (await playedWith('as-played')) && challenges.accounts.get('as-played')?.solo;
    challenges.accounts.set('unplayed', { id, solo: solo ?? null });
    expect((await set(user, { epicId: 'unplayed' })).status).toBe(200);
    expect(await getKey(user)).toBe(id);
  });

  it('does not move from a player whose first entry with it runs concurrently', async () => {
    const [user, other] = [await challenges.player(), await challenges.player()];
    const id = randomUUID().replaceAll('-', '');
    await playedWith('quick');
    challenges.accounts.set('quick', { id, solo: challenges.accounts.get('quick')?.solo ?? null });
    const bind = (tx: Tx) =>
      tx.run(sql`
        insert into game_accounts (key, player_id, name, bound_at)
        values (${id}, ${other.id}, 'quick', now())`);
    const refused = await meanwhile(challenges.test.db, bind, () => set(user, { epicId: 'quick' }));
    expect([refused.status, refused.code]).toEqual([409, 'epic_account_of_other']);
    expect(refused.message).toBe(
      errorMessage('epic_account_of_other', {
        account: 'Epic account',
        epicId: 'quick',
        name: 'another player',
      }),
    );
    expect([await boundTo(user), await boundTo(other)]).toEqual([undefined, 'quick']);

    // The same if the other binding appears while this one is stored, and for an owner whose name is unknown.
    await challenges.test.db.run(sql`delete from game_accounts where player_id = ${other.id}`);
    const deps = {
      ...startDeps(challenges),
      people: { getContacts: async () => new Map() },
      authority: async (_tx: Tx, { beside }: { beside?: readonly string[] }) => {
        if (!beside || !isFree) return {};
        isFree = false;
        await outsideTransaction(() => challenges.test.db.transaction(bind));
        return {};
      },
    } as unknown as RebindDeps;
    let isFree = true;
    const quick = { actorId: admin.id, userId: user.id, epicId: 'quick', reason: 'x', takeFromOther: false };
    const input = { ...quick, game: 'fortnite' } as const;
    const ofOther = refuse('epic_account_of_other', {
      account: 'Epic account',
      epicId: 'quick',
      name: 'another player',
    });
    expect(await rebindAccount(input, deps)).toEqual(ofOther);
    expect(await rebindAccount(input, deps)).toEqual(ofOther);
    let asked = 0;
    const fail = async () => {
      if (asked++ > 0) throw new Error('a bug');
      return {};
    };
    const failing = { ...deps, authority: fail } as unknown as RebindDeps;
    await expect(rebindAccount({ ...input, takeFromOther: true }, failing)).rejects.toThrow('a bug');
  });

  it('is looked up first, and stays unbound when the look-up fails', async () => {
    const user = await challenges.player();
    const says = async (epicId: string, answer: 'private' | 'unknown' | 'broken') => {
      challenges.accounts.set(epicId, { id: randomUUID(), solo: null, says: answer });
      return (await set(user, { epicId })).code;
    };
    expect(await says('hidden', 'private')).toBe('stats_private');
    expect(await says('nobody', 'unknown')).toBe('epic_id_unknown');
    expect(await says('broken', 'broken')).toBe('stats_unavailable');
    expect(await boundTo(user)).toBeUndefined();
  });

  it('can be changed with a reason by administrators with rights over that user', async () => {
    const boss = await challenges.player({ role: 'SUPER_ADMIN' });
    const user = await challenges.player();
    expect((await set(boss, { epicId: 'x' })).code).toBe('user_outranks_you');
    expect((await set(admin, { epicId: 'x' })).code).toBe('own_account');
    expect((await set({ id: randomUUID(), token: '' }, { epicId: 'x' })).code).toBe('not_found');
    expect((await set(user, { epicId: 'x' }, user)).status).toBe(403);
    expect((await set(user, { epicId: 'x', reason: ' ' })).status).toBe(400);
    expect((await set(user, { epicId: '' })).status).toBe(400);
    const guarded = await challenges.player({ role: 'SUPER_ADMIN' });
    await challenges.test.db.run(sql`
      insert into game_accounts (key, player_id, name, bound_at)
      values ('name:of-the-boss', ${guarded.id}, 'of-the-boss', now())`);
    expect((await set(user, { epicId: 'of-the-boss', takeFromOther: true })).code).toBe('user_outranks_you');
    expect(await boundTo(guarded)).toBe('of-the-boss');
  });
});
