// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertCodes } from '../../server/features/shop/codes/gift-card-code-store.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { sealCode } from '../../server/features/shop/codes/seal-code.ts';
import { quarantineAll, storeLost } from '../../server/features/shop/feature.ts';
import { insertGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import { finalring, finalringJson } from '../../tests/support/command.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const folder = makeScratchFolder('quarantine');
const db = openTestDatabase({ poolSize: 2 });
let env: Record<string, string>;
let officer: string;
beforeAll(async () => {
  env = { DATABASE_URL: db.url, DATA_DIR: folder };
  officer = (await createPlayer(db, { role: 'SUPER_ADMIN' })).id;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** A card whose codes may all have been sold. */
async function quarantined(codes: readonly string[]) {
  const vault = openVault({ keys: undefined, fingerprintSecret: undefined }, 'a'.repeat(32));
  const card = {
    title: 'Card',
    description: 'For tests',
    type: 'psn',
    gcCoin: 100,
    image: '',
    isActive: true,
  };
  const sealed = codes.map((code) => sealCode(vault, code));
  const rest = { isFulfilledByHand: false, promiseHours: 24, at: new Date() };
  const id = await db.transaction(async (tx) => {
    const made = await insertGiftCard(tx, { ...card, ...rest });
    await insertCodes(tx, { giftCardId: made, purchaseId: null, codes: sealed });
    await quarantineAll(tx, new Date());
    return made;
  });
  return { id, ids: sealed.map((code) => code.id) };
}

it("returns a card's codes to stock, except listed and undecryptable codes", async () => {
  const { id: card, ids } = await quarantined(['GOOD-0001', 'GONE-0002', 'GONE-0003', 'LOST-0004']);
  await db.run(sql`insert into lost_code_keys (key_id) values ('lost')`);
  await db.run(sql`update gift_card_codes set key_id = 'lost' where id = ${ids[3]}`);
  const states = async () =>
    (
      await db.rows<{ state: string }>(sql`
        select case when withdrawn_at is null then 'stock' else coalesce(quarantine, 'out') end as state
        from gift_card_codes where gift_card_id = ${card} order by arrival`)
    ).map(({ state }) => state);
  const file = join(folder, 'redeemed.txt');
  const release = ['codes', 'quarantine', '--release', card, '--by', officer, '--except', file];
  writeFileSync(file, 'NOBODY-KNOWS\n');
  const refused = await finalring([...release, '--yes'], env);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing was changed') });
  // One code spelled as its supplier does, and one given by id.
  writeFileSync(file, `gone 0002\r\n${ids[2]}\n\nNOBODY-KNOWS\n`);
  const asked = await finalring(release, env);
  expect(asked).toMatchObject({ code: 4, stderr: expect.stringContaining('except 2 from the file') });
  expect(await states()).toEqual(['unproven', 'unproven', 'unproven', 'unproven']);
  expect(await finalringJson([...release, '--yes'], env)).toMatchObject({
    code: 0,
    result: { released: 1, unreadable: 1, unknownLines: 1, cards: [{ giftCardId: card, unproven: 2 }] },
  });
  expect(await states()).toEqual(['stock', 'unproven', 'unproven', 'out']);
  const discard = ['codes', 'quarantine', '--discard', card, '--by', officer, '--yes'];
  expect(await finalringJson(discard, env)).toMatchObject({ code: 0, result: { discarded: 2 } });
  expect(await states()).toEqual(['stock', 'sold', 'sold', 'out']);
  expect((await finalring(['codes', 'quarantine', '--release', card, '--yes'], env)).stderr).toContain(
    '--by',
  );
});

it('lists lost orders, and settles those whose buyers have the coins', async () => {
  const rich = await createPlayer(db, { gamerCoins: 1000 });
  const poor = await createPlayer(db, { gamerCoins: 1 });
  const lost = [rich, poor].map(({ id: playerId }) => ({
    id: randomUUID(),
    print: randomUUID().replaceAll('-', '').repeat(2),
    seen: 'buyer' as const,
    order: { orderId: randomUUID(), playerId, purchaseId: randomUUID(), gcCoin: 100 },
  }));
  await db.transaction((tx) => storeLost(tx, lost, new Date()));
  const [first, second] = lost.map(({ order }) => order.orderId) as [string, string];
  const command = ['backup', 'lost-orders'];
  expect(await finalringJson<{ orders: unknown[] }>(command, env)).toMatchObject({
    code: 1,
    result: { settled: [], orders: expect.objectContaining({ length: 2 }) },
  });
  expect((await finalring([...command, '--settle', '--by', officer], env)).code).toBe(4);
  expect(await finalringJson([...command, '--settle', '--by', officer, '--yes'], env)).toMatchObject({
    code: 1,
    result: {
      settled: [{ orderId: first, debitedGC: 100 }],
      orders: [{ orderId: second, owedGC: 100, balanceGC: 1 }],
    },
  });
  expect((await finalring(command, env)).stdout).toContain('the buyer has only 1 GC');
  const forgiven = await finalring([...command, '--forgive', second, '--by', officer, '--yes'], env);
  expect(forgiven).toMatchObject({ code: 0, stdout: expect.stringContaining('No open lost orders') });
});
