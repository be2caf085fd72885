// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { readExport } from '../../../../tests/support/data-export.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';

const { app, sandbox } = openSignInApp({}, undefined, { asksConnections: true });

const [mine, other] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];

/** A player who is bound to this Epic account. */
async function bound(key: string, role = 'USER'): Promise<{ id: string; token: string }> {
  const { id } = await createPlayer(app.db, { role });
  await app.db.run(sql`delete from game_accounts where key = ${key}`);
  await app.db.run(
    sql`insert into game_accounts (key, player_id, name, bound_at) values (${key}, ${id}, 'Storm', now())`,
  );
  return { id, token: await app.signIn(id) };
}
const profileOf = async ({ token }: { token: string }) =>
  (await app.call({ url: '/auth/get-profile', token })).json().data;
const proofOf = async (player: { token: string }) => (await profileOf(player)).epicAccount?.proof;
const show = (playerId: string, accountIds: string[]) =>
  (app.app.tasks['player.epic-accounts-shown'] as Task)({
    playerId,
    accountIds,
    at: app.clock.now().toISOString(),
  } as never);
const mark = async (by: { token: string }, { id }: { id: string }, isProven = true) => {
  const payload = { isProven, reason: 'Showed the code in the name' };
  const url = `/super-admin/users/${id}/epic-proof`;
  return (await app.call({ method: 'PUT', url, token: by.token, payload })).json();
};

it('an account is proven by being linked at Discord before or after binding, for that player only', async () => {
  const browser = visitor(app);
  const landing = await browser.signIn(sandbox, 'discord', { email: 'ada@x.test', name: 'Ada' });
  const { authToken: token } = (await browser.exchange(tokenIn(landing))).json().data;
  const told = await app.db.one<{ payload: { playerId: string; accountIds: string[] } }>(sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'player.epic-accounts-shown'`);
  const { playerId, accountIds } = told.payload;
  expect(accountIds).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await show(playerId, accountIds);
  await show(playerId, accountIds);
  expect((await profileOf({ token })).epicAccount).toBeNull();
  await app.db.run(
    sql`insert into game_accounts (key, player_id, name, bound_at) values (${accountIds[0]}, ${playerId}, 'Ada', now())`,
  );
  expect((await profileOf({ token })).epicAccount).toMatchObject({ epicId: 'Ada', proof: { by: 'discord' } });

  await app.db.run(sql`delete from game_accounts where player_id = ${playerId}`);
  expect(await proofOf(await bound(accountIds[0] as string))).toBeNull();
});

it("an account is proven while Discord lists it, and an administrator's proof remains", async () => {
  const admin = await bound(other, 'SUPER_ADMIN');
  const player = await bound(mine);
  await show(player.id, [mine]);
  expect(await proofOf(player)).toMatchObject({ by: 'discord' });
  await show(player.id, [other]);
  expect(await proofOf(player)).toBeNull();
  expect((await mark(admin, player)).data).toMatchObject({ epicId: 'Storm', proof: { by: 'administrator' } });
  await show(player.id, []);
  expect(await proofOf(player)).toMatchObject({ by: 'administrator' });
  const detail = await app.call({ url: `/super-admin/users/${player.id}`, token: admin.token });
  expect(detail.json().data?.user ?? detail.json()).toMatchObject({ epicProof: { by: 'administrator' } });

  expect((await mark(admin, player, false)).data).toEqual({ epicId: 'Storm', proof: null });
  expect((await mark(admin, player)).data.proof).toEqual({
    by: 'administrator',
    at: app.clock.now().toISOString(),
  });

  // A proof of a different account doesn't count.
  await app.db.run(sql`
    update game_accounts set key = ${'a'.repeat(32)} where player_id = ${player.id}`);
  expect(await proofOf(player)).toBeNull();
  const changes = await app.db.rows(sql`
    select actor_id, action, before, after, reason from admin_changes
    where subject = ${`user:${player.id}`} order by id`);
  const entry = { actorId: admin.id, action: 'user.epic-proof', reason: 'Showed the code in the name' };
  const marked = (isProven: boolean) => ({
    ...entry,
    before: { game: 'fortnite', isProven: !isProven },
    after: { game: 'fortnite', isProven },
  });
  expect(changes).toEqual([marked(true), marked(false), marked(true)]);
});

it('the proof is shown per game to the player and administrators, and its refusals name the game', async () => {
  const admin = await bound(other, 'SUPER_ADMIN');
  const player = await bound(mine);
  await app.db.run(sql`
    insert into game_accounts (game, key, player_id, name, bound_at)
    values ('pubg', 'name:steam/storm', ${player.id}, 'steam/Storm', now())`);
  const first = { epicId: 'Storm', proof: null };
  const accounts = [
    { game: 'fortnite', ...first },
    { game: 'pubg', epicId: 'steam/Storm', proof: null },
  ];
  expect(await profileOf(player)).toMatchObject({ epicAccount: first, gameAccounts: accounts });
  const detail = await app.call({ url: `/super-admin/users/${player.id}`, token: admin.token });
  expect(detail.json().data.user).toMatchObject({ epicId: 'Storm', gameAccounts: accounts });
  const url = `/super-admin/users/${player.id}/epic-proof`;
  const payload = { game: 'pubg', isProven: true, reason: 'Showed the code in the name' };
  const refused = await app.call({ method: 'PUT', url, token: admin.token, payload });
  expect(refused.json()).toMatchObject({ code: 'epic_account_unprovable' });
  expect(refused.json().message).toContain('This player has no PUBG account yet');
  const key = `steam/account.${'b'.repeat(32)}`;
  await app.db.run(
    sql`update game_accounts set key = ${key} where game = 'pubg' and player_id = ${player.id}`,
  );
  const marked = await app.call({ method: 'PUT', url, token: admin.token, payload });
  expect(marked.json().data).toMatchObject({ epicId: 'steam/Storm', proof: { by: 'administrator' } });
  expect(await profileOf(player)).toMatchObject({ epicAccount: { proof: null } });
});

it("a permitted administrator can mark another player's account as proven if it is bound by id", async () => {
  const admin = await bound(other, 'SUPER_ADMIN');
  const player = await bound('name:storm');
  expect((await mark(admin, admin)).code).toBe('own_account');
  expect((await mark(player, admin)).code).toBe('forbidden');
  expect((await mark(admin, player)).code).toBe('epic_account_unprovable');
  expect((await mark(admin, await createPlayer(app.db))).code).toBe('epic_account_unprovable');
});

it('the proof is exported, and deleted with the account', { tags: ['long'] }, async () => {
  const player = await bound(mine);
  await show(player.id, [mine]);
  const { token } = player;
  const exported = await readExport(app, token);
  expect(exported.epicProofs).toMatchObject([{ game: 'fortnite', account: mine, by: 'discord' }]);
  await app.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });
  expect(await app.db.rows(sql`select from game_account_proofs where player_id = ${player.id}`)).toEqual([]);
  // An event that arrives late stores nothing.
  await show(player.id, [mine]);
  expect(await app.db.rows(sql`select from game_account_proofs where player_id = ${player.id}`)).toEqual([]);
});
