// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { expectCallsAMinute } from '../../../tests/support/calls-a-minute.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../tests/support/shop.ts';
import { toForm } from '../../../tests/support/upload.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
let player: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'SUPER_ADMIN' });
  player = await shop.shopper({ gamerCoins: 10_000 });
});

it('compresses lists and import reports', { tags: ['long'] }, async () => {
  for (let count = 0; count < 10; count++) {
    await shop.card({ title: `Card ${count}`, description: 'A long story. '.repeat(20) });
  }
  const byHand = await shop.card({ codes: 0, isFulfilledByHand: true });
  await shop.checkout(player, [line(byHand, 20)]);
  const encodingOf = async (url: string, { token }: Shopper, upload?: string) => {
    const file = { name: 'codes.csv', content: Buffer.from(upload ?? ''), type: 'text/csv' };
    const form = upload === undefined ? undefined : await toForm({ file });
    const answer = await shop.test.call({
      method: form ? 'POST' : 'GET',
      url,
      token,
      ...form,
      ...(form && { key: randomUUID() }),
      headers: { ...form?.headers, 'accept-encoding': 'br' },
    });
    expect(answer.statusCode).toBe(200);
    return answer.headers['content-encoding'];
  };
  for (const url of ['/gift-card/get', '/gift-card/purchases'])
    expect(await encodingOf(url, player)).toBe('br');
  for (const url of ['/gift-card/all', '/gift-card/all-gift-card-request'])
    expect(await encodingOf(url, admin)).toBe('br');
  const wrong = 'x,\n'.repeat(100);
  for (const url of [`/gift-card/${byHand}/codes`, '/gift-card/codes'])
    expect(await encodingOf(`${url}?dryRun=true`, admin, wrong)).toBe('br');
});

it('rate limits code views by administrators and restock alerts by players', async () => {
  const { db } = shop.test;
  const soldOut = await shop.card({ codes: 0 });
  const wish = async () =>
    (await shop.test.call({ method: 'PUT', url: `/gift-card/${soldOut}/restock-alert`, token: player.token }))
      .statusCode;
  await expectCallsAMinute(db, { limit: 'restock-alert', who: player.id, max: 60 }, wish);

  await shop.card({ codes: ['LOOKED-AT-CODE-0001'] });
  const { data } = (await shop.test.call({ url: '/gift-card/all', token: admin.token })).json();
  const [{ newestCodeId }] = data.filter(({ hashCode }: { hashCode: string }) => hashCode.endsWith('0001'));
  const look = async () => {
    const url = `/gift-card/codes/${newestCodeId}/reveal`;
    const answer = await shop.test.call({ method: 'POST', url, token: admin.token });
    if (answer.statusCode === 200) expect(answer.headers['cache-control']).toBe('no-store');
    return answer.statusCode;
  };
  await expectCallsAMinute(db, { limit: 'admin-code-reveal', who: admin.id, max: 30 }, look);
});
