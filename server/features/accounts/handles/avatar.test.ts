// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const test = openForTests(startAdminTest);

async function put({ token }: Person, avatar: string) {
  const answer = await test.call({ method: 'PUT', url: '/auth/avatar', token, payload: { avatar } });
  return { status: answer.statusCode, ...answer.json() };
}

it('a player may choose any drawn avatar at any time', async () => {
  const who = await test.person();
  for (const avatar of ['wolf', 'pilot']) {
    expect(await put(who, avatar)).toMatchObject({ status: 200, data: { avatar } });
    const profile = await test.call({ url: '/auth/get-profile', token: who.token });
    expect(profile.json().data.inPublic.avatar).toBe(avatar);
  }
  const told = await test.db.rows(sql`select name, data from live_events where player_id = ${who.id}`);
  expect(told).toEqual([1, 2].map(() => ({ name: 'profile', data: {} })));
  expect(await put(who, 'https://x.test/me.png')).toMatchObject({ status: 400 });
});
