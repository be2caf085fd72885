// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openSignInApp } from '../../../../tests/support/sign-in-app.ts';
import { enter as enterBy, type SignInForm, tokenIn, visitor } from '../../../../tests/support/visitor.ts';
import { outsideTransaction } from '../../../platform/db/second-connection.ts';
import { findAddresses } from './find-addresses.ts';

const { app, sandbox } = openSignInApp();
let people = 0;
let [first, second, account] = ['', '', ''];
beforeEach(() => {
  people++;
  [first, second, account] = [`first${people}@x.test`, `Second${people}@x.test`, `account ${people}`];
});

type Provider = 'google' | 'discord';
const enter = async (provider: Provider, form: SignInForm) =>
  (await enterBy({ app, sandbox }, provider, form)).profile;
const lower = (email: string) => email.toLowerCase();
/** A player's addresses in the audit log. */
const recorded = (id: string) =>
  app.db.rows(sql`
    select action, before ->> 'email' as before, after ->> 'email' as after from admin_changes
    where subject = ${`user:${id}`} and action = 'sign-in.address-followed' order by id`);
const change = (before: string, after: string) => ({
  action: 'sign-in.address-followed',
  ...{ before: lower(before), after: lower(after) },
});
async function changeIds(playerId: string): Promise<string[]> {
  const rows = await app.db.rows<{ changeId: string }>(sql`
    select j.payload ->> 'changeId' as change_id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'player.sign-in-changed' and j.payload ->> 'what' = 'address-followed'
      and j.payload ->> 'playerId' = ${playerId} order by j.id`);
  return rows.map(({ changeId }) => changeId);
}

it.each(['google', 'discord'] as const)(
  'adopts an address changed at %s, logs it, and notifies both addresses',
  async (provider) => {
    const before = await enter(provider, { email: first, account });
    const after = await enter(provider, { email: second, account });
    expect(after).toMatchObject({ _id: before._id, email: lower(second), isVerified: true });
    expect(await recorded(after._id)).toEqual([change(first, second)]);
    const [changeId = ''] = await changeIds(after._id);
    const addresses = await findAddresses(app.db, { playerId: after._id, changeId });
    expect(addresses.sort()).toEqual([first, lower(second)].sort());
    await enter(provider, { email: second, account });
    expect(await changeIds(after._id)).toHaveLength(1);
    // The job finds no address of an account that was erased meanwhile.
    await app.db.run(sql`delete from identities where player_id = ${after._id}`);
    await app.db.run(sql`update players set erased_at = now(), deleted_at = now() where id = ${after._id}`);
    await app.db.run(sql`
      update admin_changes set before = before - 'email', after = after - 'email' where subject = ${`user:${after._id}`}`);
    expect(await findAddresses(app.db, { playerId: after._id, changeId })).toEqual([]);
  },
);

it('ignores a changed address that the provider did not verify', async () => {
  const { _id } = await enter('discord', { email: first, account });
  const unverified = await enter('discord', { email: second, account, isVerified: false });
  expect(unverified).toMatchObject({ _id, email: first, isVerified: false });
  const verified = await enter('discord', { email: second, account });
  expect(verified).toMatchObject({ _id, email: lower(second), isVerified: true });
});

it("keeps an address entered by an administrator until they enter one of the player's own", {
  tags: ['long'],
}, async () => {
  const { _id } = await enter('google', { email: first, account });
  const admin = await app.signIn((await createPlayer(app.db, { role: 'SUPER_ADMIN' })).id);
  const edit = (email: string) =>
    app.call({ method: 'PUT', url: `/super-admin/update-user/${_id}`, token: admin, payload: { email } });
  expect((await edit(`entered${people}@x.test`)).statusCode).toBe(200);
  expect(await enter('google', { email: second, account })).toMatchObject({
    email: `entered${people}@x.test`,
  });
  expect(await recorded(_id)).toEqual([]);
  expect((await edit(lower(second))).statusCode).toBe(200);
  expect(await enter('google', { email: first, account })).toMatchObject({ email: first });
});

it('shows the most recently changed address, whichever identity signs in', { tags: ['long'] }, async () => {
  const { _id } = await enter('google', { email: first, account });
  const browser = visitor(app);
  await browser.signIn(sandbox, 'discord', { email: first, account });
  await browser.exchange(tokenIn(await browser.confirm(sandbox, 'google', { email: first, account })));
  expect(await enter('discord', { email: second, account })).toMatchObject({ _id, email: lower(second) });
  expect(await enter('google', { email: first, account })).toMatchObject({ _id, email: lower(second) });
  expect(await enter('google', { email: `third${people}@x.test`, account })).toMatchObject({
    ...{ _id, email: `third${people}@x.test` },
  });
});

it('corrects an outdated address at the next sign-in', async () => {
  const { _id } = await enter('google', { email: second, account });
  await app.db.run(sql`update players set email = ${first} where id = ${_id}`);
  expect(await enter('google', { email: second, account })).toMatchObject({ _id, email: lower(second) });
  expect(await recorded(_id)).toEqual([change(first, second)]);
});

it('does not wait for a call that locks the account when nothing changes', async () => {
  const { _id } = await enter('google', { email: first, account });
  await app.db.transaction(async (tx) => {
    await tx.run(sql`select from players where id = ${_id} for share`);
    const landing = outsideTransaction(() =>
      visitor(app).signIn(sandbox, 'google', { email: first, account }),
    );
    expect(tokenIn(await landing)).not.toBe('');
  });
});
