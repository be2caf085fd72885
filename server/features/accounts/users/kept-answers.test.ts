// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const app = openForTests(startAdminTest);
let admin: Person;
beforeAll(async () => {
  admin = await app.person({ role: 'SUPER_ADMIN', name: 'Ottoline Admin' });
});

const getKept = ({ id }: Person) =>
  app.db.rows<{ answer: unknown }>(sql`select answer from idempotent_answers where player_id = ${id}`);

describe('the stored answer for an idempotency key', () => {
  it('of a user change contains no name or email, and a replay still returns the first result', async () => {
    const user = await app.person({
      name: 'Wilhelmina Kestrel',
      email: 'kestrel@player.test',
      gamerCoins: 5,
    });
    const key = randomUUID();
    const change = { name: 'Wilhelmina Heron', email: 'heron@player.test', gamerCoins: 9 };
    const first = await app.update(admin, user, change, key);
    expect(JSON.stringify(await getKept(admin))).not.toMatch(/wilhelmina|heron|kestrel/i);
    await app.update(admin, user, { gamerCoins: 20, name: 'Wilhelmina Crane' });
    const again = await app.update(admin, user, change, key);
    expect(first.json().data).toMatchObject({ name: 'Wilhelmina Heron', gamerCoins: 9 });
    // The names are current; earlier ones are not stored.
    expect(again.json()).toEqual({
      ...first.json(),
      data: { ...first.json().data, name: 'Wilhelmina Crane' },
    });
    await app.remove(admin, user);
    const afterwards = await app.update(admin, user, change, key);
    expect([afterwards.statusCode, afterwards.json().code]).toEqual([404, 'not_found']);
  });

  it('of a note contains neither its text nor its author', async () => {
    const user = await app.person();
    const key = randomUUID();
    const note = { note: 'Called Wilhelmina back' };
    const first = await app.post(admin, user, 'notes', note, key);
    expect(JSON.stringify(await getKept(admin))).not.toMatch(/wilhelmina|ottoline/i);
    expect((await app.post(admin, user, 'notes', note, key)).json()).toEqual(first.json());
    await app.remove(admin, user);
    expect((await app.post(admin, user, 'notes', note, key)).json().code).toBe('not_found');
  });
});
