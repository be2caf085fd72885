// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const minute = 60_000;
const app = openForTests(() => startAdminTest({ config: { adminIdleMs: 30 * minute } }));
let admin: Person;
beforeEach(async () => {
  admin = await app.person({ role: 'ADMIN' });
});

const base = '/auth/second-factor';

describe('the session of an administrator', () => {
  it('ends after thirty minutes without use, and lasts while it is in use', async () => {
    for (let use = 0; use < 4; use++) {
      app.clock.advance(25 * minute);
      expect((await app.call({ url: base, token: admin.token })).statusCode).toBe(200);
    }
    app.clock.advance(30 * minute);
    expect((await app.call({ url: base, token: admin.token })).json().code).toBe('session_ended');
    const { count } = await app.db.one<{ count: number }>(
      sql`select count(*) from sessions where player_id = ${admin.id}`,
    );
    expect(count).toBe(0);
  });

  it('does not count requests from an unattended page as use', async () => {
    const headers = { 'x-unattended': '1' };
    for (let time = 0; time < 2; time++) {
      app.clock.advance(14 * minute);
      expect((await app.call({ url: base, token: admin.token, headers })).statusCode).toBe(200);
    }
    app.clock.advance(2 * minute);
    expect((await app.call({ url: base, token: admin.token, headers })).statusCode).toBe(401);
  });

  it("differs from a player's, which does not end when idle", async () => {
    const player = await app.person();
    app.clock.advance(300 * minute);
    expect((await app.call({ url: base, token: player.token })).statusCode).toBe(200);
  });
});
