// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminTest, type Person, startAdminTest } from './support/admin.ts';

let app: AdminTest;
let admin: Person;
beforeAll(async () => {
  app = await startAdminTest();
  admin = await app.person({ role: 'SUPER_ADMIN' });
  await app.db.run(sql`
    insert into players (name, email, referral_code)
    select 'Alexis ' || n, 'alexis' || n || '@player.test', 'ALEXIS' || n from generate_series(1, 1000) n`);
});
afterAll(() => app?.close());

it.each([
  '/gift-card/all-gift-card-request',
  '/challenge/attempts',
  '/challenge/disputes',
  '/fair-play/players',
])('%s says that its total is none where it looks at some of those who are found', async (url) => {
  const isEstimate = async (search: string) => {
    const answer = await app.call({ url: `${url}?search=${search}`, token: admin.token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().isEstimate;
  };
  expect(await isEstimate('alexis77')).toBe(false);
  expect(await isEstimate('alexis')).toBe(true);
});
