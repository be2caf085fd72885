// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { readExport } from '../../../../tests/support/data-export.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { getPublicPlayers } from './handle-store.ts';

const test = openForTests(startAdminTest);

const dayMs = 24 * 3_600_000;
let made = 0;
/** Handles that no other test uses, and that do not look alike. */
const fresh = () => `Wanderer_${'ABCDEFGHJK'[Math.floor(made / 10) % 10]}${'TUVXYQWDEF'[made++ % 10]}`;

async function change({ token }: Person, handle: string) {
  const answer = await test.call({ method: 'PUT', url: '/auth/handle', token, payload: { handle } });
  return { status: answer.statusCode, ...answer.json() };
}
async function check({ token }: Person, handle: string) {
  return (await test.call({ url: `/auth/handle/check?handle=${handle}`, token })).json().data;
}
async function profile({ token }: Person) {
  return (await test.call({ url: '/auth/get-profile', token })).json().data;
}
const handleOf = async (who: Person): Promise<string> => (await profile(who)).inPublic.handle;
const remove = ({ token }: Person) =>
  test.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });

/** Two words and a number. */
const madeUp = /^([A-Z][a-z]+){2}-[25-9]{5}$/;

describe('a player without a chosen handle', () => {
  it('has a random handle and avatar that reveal nothing about the account', async () => {
    const who = await test.person({ name: 'Ada Lovelace', email: 'ada.lovelace@player.test' });
    const { inPublic, name, handleChangeFrom, isHandleChosen } = await profile(who);
    expect(inPublic.handle).toMatch(madeUp);
    expect(name).toBe('Ada Lovelace');
    expect(handleChangeFrom).toBeNull();
    expect(isHandleChosen).toBe(false);
    const again = (await getPublicPlayers(test.db, [who.id])).get(who.id);
    expect(again).toEqual(inPublic);
  });
});

describe('a handle', () => {
  it('can change once in 30 days, and a repeated change gets the same answer', {
    tags: ['long'],
  }, async () => {
    const who = await test.person();
    const [first, second] = [fresh(), fresh()];
    const from = new Date(test.clock.now().getTime() + 30 * dayMs).toISOString();
    const taken = await change(who, first);
    expect(taken).toMatchObject({ status: 200, data: { handle: first, handleChangeFrom: from } });
    expect(await change(who, first)).toMatchObject({ status: 200, data: taken.data });
    const refused = await change(who, second);
    expect(refused).toMatchObject({ status: 409, code: 'handle_changed_recently' });
    expect(refused.data).toEqual({ days: 30, day: from.slice(0, 10) });
    expect(await profile(who)).toMatchObject({
      ...{ inPublic: { handle: first }, isHandleChosen: true, handleChangeFrom: from },
    });
    test.clock.advance(30 * dayMs);
    const { token } = { token: await test.signIn(who.id) };
    expect((await profile({ ...who, token })).handleChangeFrom).toBeNull();
    expect((await change({ ...who, token }, first)).data.handleChangeFrom).toBeNull();
    expect(await change({ ...who, token }, second)).toMatchObject({ status: 200 });
    // Only the former owner can take the handle back.
    test.clock.advance(30 * dayMs);
    const later = { ...who, token: await test.signIn(who.id) };
    expect(await check(await test.person(), first)).toMatchObject({ isAvailable: false });
    expect(await change(later, first)).toMatchObject({ status: 200 });
  });

  it.each([
    ['capitals', 'NightFalcon', 'nightfalcon'],
    ['separators', 'Iron-Tide', 'IronTide'],
    ['digits for letters', 'SolidOrbit', 'S0l1d0rb1t'],
    ['rn for m', 'Summer-Tale', 'Surnrner_Tale'],
    ['vv for w', 'WetWillow', 'VVetVVillovv'],
  ])('counts as taken when it differs only in %s', async (_what, theirs, alike) => {
    const [owner, other] = [await test.person(), await test.person()];
    expect((await change(owner, theirs)).status).toBe(200);
    const { isAvailable, why } = await check(other, alike);
    expect(isAvailable).toBe(false);
    expect(await change(other, alike)).toMatchObject({ status: 409, code: 'handle_taken', message: why });
    expect(await check(owner, alike)).toEqual({ isAvailable: true, why: null });
    expect(await handleOf(other)).toMatch(madeUp);
    test.clock.advance(30 * dayMs);
    const ownerAgain = { ...owner, token: await test.signIn(owner.id) };
    expect((await change(ownerAgain, alike)).status).toBe(200);
  });

  it.each([
    'f_u-c_k',
    'B1tch_Face',
    'H1tler',
    'Admin-Ada',
    'FinalRing-Team',
    'the_m0derator',
    'TheAdminTeam',
    'adm1n',
    'a_d-m_i-n',
    'Nazis88',
    'KKK-Rider',
    'Game-Staff',
    'hitlerino',
    'Former-Player',
  ])('refuses offensive and impersonating handles: %s', async (handle) => {
    const who = await test.person();
    expect(await change(who, handle)).toMatchObject({ status: 422, code: 'handle_not_allowed' });
    expect(await check(who, handle)).toMatchObject({ isAvailable: false });
  });

  it.each(['ab', 'a'.repeat(21), 'a b c', '-abc', 'abc-', 'a--b', 'añb', 'аbс', 'a_b', ''])(
    'refuses the malformed handle %j',
    async (handle) => {
      const answer = await change(await test.person(), handle);
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );

  it('goes to one of several players who ask concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => test.person()));
    const handle = fresh();
    const answers = await Promise.all(people.map((who) => change(who, handle)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'handle_taken')).toHaveLength(7);

    const one = people[answers.findIndex(({ status }) => status !== 200)] as Person;
    const mine = await Promise.all(Array.from({ length: 8 }, () => change(one, fresh())));
    expect(mine.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(mine.filter(({ code }) => code === 'handle_changed_recently')).toHaveLength(7);
    const worn = await test.db.rows(sql`select from handles where player_id = ${one.id} and is_worn`);
    expect(worn).toHaveLength(1);
  });

  it('cannot be swapped: both handles stay reserved for a year', async () => {
    const [one, other] = [await test.person(), await test.person()];
    const [mine, theirs] = [fresh(), fresh()];
    await change(one, mine);
    await change(other, theirs);
    test.clock.advance(30 * dayMs);
    const [again, otherAgain] = [
      { ...one, token: await test.signIn(one.id) },
      { ...other, token: await test.signIn(other.id) },
    ];
    const answers = await Promise.all([change(again, theirs), change(otherAgain, mine)]);
    expect(answers.map(({ code }) => code)).toEqual(['handle_taken', 'handle_taken']);
    expect([await handleOf(again), await handleOf(otherAgain)]).toEqual([mine, theirs]);
  });

  it('stays reserved for a year after its account is deleted, without a link to the player', async () => {
    const winner = await test.person();
    const handle = fresh();
    await change(winner, handle);
    expect((await remove(winner)).statusCode).toBe(200);
    const left = await test.db.row(sql`
      select handle, player_id from handles where likeness = handle_likeness(${handle})`);
    expect(left).toEqual({ handle: null, playerId: null });
    expect(await test.db.rows(sql`select from handle_changes where player_id = ${winner.id}`)).toEqual([]);
    expect((await getPublicPlayers(test.db, [winner.id])).size).toBe(0);

    expect(await change(await test.person(), handle)).toMatchObject({ code: 'handle_taken' });
    test.clock.advance(365 * dayMs);
    expect(await change(await test.person(), handle)).toMatchObject({ status: 200 });
  });

  it('is deleted once its reserved year is over', async () => {
    const who = await test.person();
    const handle = await handleOf(who);
    await change(who, fresh());
    const kept = () => test.db.rows(sql`select from handles where likeness = handle_likeness(${handle})`);
    const sweep = () => test.app.tasks['forget-expired-sign-ins']?.({} as never);
    await sweep();
    expect(await kept()).toHaveLength(1);
    test.clock.advance(365 * dayMs);
    await sweep();
    expect(await kept()).toHaveLength(0);
  });

  it('appears in the data export with its changes', { tags: ['long'] }, async () => {
    const who = await test.person();
    const before = await handleOf(who);
    const handle = fresh();
    await change(who, handle);
    await test.call({ method: 'PUT', url: '/auth/avatar', token: who.token, payload: { avatar: 'owl' } });
    const data = await readExport(test, who.token);
    expect(data.profile.inPublic).toEqual({ handle, avatar: 'owl' });
    expect(data.handleChanges).toEqual([
      { handleBefore: before, handle, changedBy: 'player', changedAt: test.clock.now().toISOString() },
    ]);
  });

  it('can be checked 40 times a minute at most', async () => {
    const who = await test.person();
    const url = '/auth/handle/check?handle=Somebody';
    for (let time = 0; time < 40; time++) await test.call({ url, token: who.token });
    expect((await test.call({ url, token: who.token })).json().code).toBe('too_many_requests');
  });
});

describe('an administrator', () => {
  const reset = (by: Person, of: Person, handle: string, key: string = randomUUID()) =>
    test.post(by, of, 'reset-handle', { handle, reason: 'offends' }, key);

  it("resets a handle for good, with a log entry, without using up the player's change", async () => {
    const [admin, who] = [await test.person({ role: 'ADMIN' }), await test.person()];
    const handle = fresh();
    await change(who, handle);
    const key = randomUUID();
    const answer = await reset(admin, who, handle, key);
    expect(answer.statusCode).toBe(200);
    const made = await handleOf(who);
    expect(answer.json().data).toEqual({ handle: made });
    expect(made).toMatch(madeUp);
    expect((await profile(who)).isHandleChosen).toBe(false);
    // A replay does not reset again; a late caller gets the current handle.
    expect((await reset(admin, who, handle, key)).json()).toEqual(answer.json());
    expect((await reset(admin, who, handle)).json()).toMatchObject({
      ...{ code: 'changed_meanwhile', data: { fields: 'handle', current: { handle: made } } },
    });
    expect((await reset(admin, who, made, key)).json().code).toBe('idempotency_key_reused');
    const told = await test.db.rows<{ payload: { fact?: object } }>(sql`
      select payload from graphile_worker._private_jobs job
      join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'player.handle-reset'`);
    expect(told).toMatchObject([{ payload: { playerId: who.id, changeId: expect.any(String) } }]);
    // Nothing here may outlive the handle.
    expect(JSON.stringify(told)).not.toContain(handle);
    expect(await test.log(who)).toEqual([
      {
        ...{ action: 'user.reset-handle', before: { handle }, after: { handle: made }, reason: 'offends' },
        address: '127.0.0.1',
      },
    ]);
    const live = await test.db.rows(sql`select name, data from live_events where player_id = ${who.id}`);
    // One for the player's own change, one for this reset.
    expect(live).toEqual([1, 2].map(() => ({ name: 'profile', data: {} })));

    expect(await change(who, fresh())).toMatchObject({ code: 'handle_changed_recently' });
    test.clock.advance(400 * dayMs);
    const later = { ...who, token: await test.signIn(who.id) };
    for (const one of [later, await test.person()]) {
      expect(await change(one, handle)).toMatchObject({ code: 'handle_taken' });
    }
    expect(await change(later, fresh())).toMatchObject({ status: 200 });
    expect((await test.remove(await test.person({ role: 'SUPER_ADMIN' }), who)).statusCode).toBe(200);
    expect(JSON.stringify(await test.log(who))).not.toContain(handle);
    expect(await check(await test.person(), handle)).toMatchObject({ isAvailable: false });
  });

  it('can reset handles only of users with a lower role', async () => {
    const [admin, stronger, reader] = [
      await test.person({ role: 'ADMIN' }),
      await test.person({ role: 'SUPER_ADMIN' }),
      await test.holding('users:read'),
    ];
    const code = async (by: Person, of: Person) => (await reset(by, of, await handleOf(of))).json().code;
    expect(await code(admin, stronger)).toBe('user_outranks_you');
    expect(await code(admin, admin)).toBe('own_account');
    expect(await code(reader, await test.person())).toBe('forbidden');
    expect(await code(await test.person(), admin)).toBe('forbidden');
  });

  it('sees handles beside names, and finds users by current and earlier handles', async () => {
    const [admin, who] = [await test.person({ role: 'ADMIN' }), await test.person({ name: 'Grace Hopper' })];
    const before = await handleOf(who);
    const handle = fresh();
    await change(who, handle);
    for (const search of [handle.toUpperCase(), before.slice(3), handle.slice(1, -1)]) {
      const { list } = await test.list(admin, `search=${encodeURIComponent(search)}`);
      expect(list.find(({ _id }) => _id === who.id)).toMatchObject({ name: 'Grace Hopper', handle });
    }
    const detail = await test.call({ url: `/super-admin/users/${who.id}`, token: admin.token });
    expect(detail.json().data.user.handle).toBe(handle);
  });
});
