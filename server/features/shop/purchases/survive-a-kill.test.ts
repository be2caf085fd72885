// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KilledShop } from '../../../../tests/support/killed-shop.ts';
import { often } from '../../../../tests/support/often.ts';
import { randomCode, type Shopper, type ShopTest, startShopTest } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';

const kills = often(30, { briefly: 2 });
const killsAtOnce = 3;
const script = fileURLToPath(new URL('../../../../tests/support/killed-shop.ts', import.meta.url));
const compileCache = mkdtempSync(join(tmpdir(), 'finalring-killed-shop-'));

let shop: ShopTest;
let players: Shopper[];
let cards: string[];
beforeAll(async () => {
  shop = await startShopTest();
  players = await Promise.all(Array.from({ length: 4 }, () => shop.shopper({ gamerCoins: 100_000_000 })));
  const card = () => shop.card({ codes: Array.from({ length: 300 }, randomCode), isFulfilledByHand: true });
  cards = await Promise.all([card(), card()]);
});
afterAll(async () => {
  rmSync(compileCache, { recursive: true, force: true });
  await shop.close();
});

interface Acknowledged {
  key: string;
  orderId: string;
}

/** Runs a process that buys, kills it a moment after its first answer, and returns the answers it got. */
function buyUntilKilled(round: number): Promise<Acknowledged[]> {
  const playerIds = players.map(({ id }) => id);
  const job: KilledShop = {
    databaseUrl: shop.test.databaseUrl,
    playerIds,
    giftCardIds: cards,
    prefix: `kill-${round}`,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, JSON.stringify(job)], {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += chunk));
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stdout.once('data', () => void delay(Math.random() * 60).then(() => child.kill('SIGKILL')));
    child.once('close', (_code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(complaint));
      // The last line may be cut off.
      const lines = said.slice(0, said.lastIndexOf('\n')).split('\n');
      resolve(lines.map((text) => JSON.parse(text)));
    });
  });
}

it(`keeps every acknowledged order and no partial order after ${kills} kills during checkouts`, async () => {
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < kills; round += killsAtOnce) {
    const rounds = Array.from({ length: killsAtOnce }, (_, index) => buyUntilKilled(round + index));
    acknowledged.push(...(await Promise.all(rounds)).flat());
  }
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.flatMap(({ claim, breaches }) => breaches.map((breach) => `${claim}: ${breach}`))).toEqual(
    [],
  );
  const orders = await shop.test.db.rows<Acknowledged & { cards: number }>(sql`
    select a.key, o.id as order_id, (select count(*) from purchases p where p.order_id = o.id) as cards
    from orders o join idempotent_answers a on a.player_id = o.player_id and a.answer ->> '_id' = o.id::text`);
  const kept = new Map(orders.map(({ key, orderId }) => [key, orderId]));
  expect(acknowledged.filter(({ key, orderId }) => kept.get(key) !== orderId)).toEqual([]);
  expect(orders.every((order) => order.cards === 4)).toBe(true);
  expect(acknowledged.length).toBeGreaterThan(kills);
  const counted = await shop.test.db.row<{ orders: number; answers: number; jobs: number }>(sql`
    select (select count(*) from orders) as orders, (select count(*) from idempotent_answers) as answers,
      (select count(*) from graphile_worker.jobs where task_identifier = 'purchase.completed') as jobs`);
  expect(counted).toEqual({ orders: orders.length, answers: orders.length, jobs: orders.length });
});
