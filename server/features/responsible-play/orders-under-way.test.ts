// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { meanwhile, waitUntilSomeoneWaits } from '../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { playCalls } from '../../../tests/support/play-calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { outsideTransaction } from '../../platform/db/second-connection.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { lockPlay } from './play-queries.ts';
import { insertRules } from './play-rule-store.ts';

const closed = { isAllowed: false, minAge: null };
const adults = { isAllowed: true, minAge: 18 };

describe('between the order and the charge of a card', () => {
  const coins = openForTests(startCoinsTest);
  let packageId: string;
  let boss: Buyer;
  let version = 0;
  const { state, limit, publish, correct } = playCalls(() => coins.test);
  beforeAll(async () => {
    // 900 cents.
    packageId = await coins.addPackage();
    boss = await coins.buyer({ role: 'SUPER_ADMIN' });
  });

  interface Order {
    buyer: Buyer;
    key: string;
    paymentId: string;
    intentId: string;
  }
  async function order(birthDate = '1990-01-31', region = 'DE'): Promise<Order> {
    const buyer = await coins.buyer();
    await state(buyer, { birthDate, region });
    const key = randomUUID();
    const { status, paymentId, clientSecret } = await coins.createIntent(buyer, { packageId }, key);
    expect(status).toBe(200);
    return { buyer, key, paymentId, intentId: clientSecret.replace(/_secret_.*/, '') };
  }
  /** The answer when the payer's page requests the same order again. */
  const goOn = async ({ buyer, key }: Order) => {
    const { status, code } = await coins.createIntent(buyer, { packageId }, key);
    return code ?? status;
  };
  /** Runs all jobs that are due. */
  async function runJobs(): Promise<void> {
    const jobs = await coins.db.rows<{ payload: object }>(sql`
      with taken as (
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'play.tightened' and j.run_at <= greatest(now(), ${coins.clock.now()}::timestamptz)
        returning j.payload
      ) select payload from taken`);
    for (const { payload } of jobs) await (coins.test.app.tasks['play.tightened'] as Task)(payload as never);
  }
  const standing = async ({ paymentId, intentId }: Order) => [
    (await coins.db.one<{ status: string }>(sql`select status from payments where id = ${paymentId}`)).status,
    coins.stripe.intents.get(intentId)?.status,
  ];
  const withdrawn = ['failed', 'canceled'];
  async function set(elsewhere: object, validFrom: string | null = null): Promise<void> {
    const rules = { knownVersion: version++, validFrom, elsewhere, regions: [], reason: 'As counsel says' };
    expect((await publish(boss, rules))[0]).toBe(200);
  }

  it('a stricter limit stops the payment', async () => {
    const [tight, loose] = [await order(), await order()];
    await limit(tight.buyer, { kind: 'payment', period: 'day', amount: 800 });
    await limit(loose.buyer, { kind: 'payment', period: 'day', amount: 900 });
    expect(await goOn(tight)).toBe('spending_limit_reached');
    expect(await goOn(loose)).toBe(200);
    await runJobs();
    expect(await standing(tight)).toEqual(withdrawn);
    expect((await standing(loose))[0]).toBe('open');
  });

  it('a corrected statement stops or allows the payment', async () => {
    await set(adults);
    const child = await order();
    const adult = await order();
    const year = coins.clock.now().getUTCFullYear();
    const reason = 'A school card was shown';
    await correct(boss, child.buyer.id, { birthDate: `${year - 10}-01-01`, region: 'DE', reason });
    await correct(boss, adult.buyer.id, { birthDate: `${year - 30}-01-01`, region: 'DE', reason });
    expect([await goOn(child), await goOn(adult)]).toEqual(['play_too_young', 200]);
    await runJobs();
    expect(await standing(child)).toEqual(withdrawn);
    expect((await standing(adult))[0]).toBe('open');
  });

  it('new rules cancel unpaid earlier orders when they take effect', async () => {
    const from = new Date(coins.clock.now().getTime() + 3_600_000);
    await set(closed, from.toISOString());
    const [first, paid] = [await order(), await order()];
    await runJobs();
    expect([await goOn(first), (await standing(first))[0]]).toEqual([200, 'open']);
    coins.stripe.pay(paid.intentId);
    coins.clock.set(from);
    expect(await goOn(first)).toBe('play_region_closed');
    await runJobs();
    expect(await standing(first)).toEqual(withdrawn);
    // A withdrawal first asks the provider: received money is credited.
    expect(await standing(paid)).toEqual(['credited', 'succeeded']);
    await set({ isAllowed: true, minAge: null });
  });
});

/** Whether `call` waits for a transaction that holds this player's lock, as an entry does. */
async function waitsForEntry(db: Database, playerId: string, call: () => Promise<unknown>): Promise<boolean> {
  let [isDone, isWaiting] = [false, false];
  let calling: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await lockPlay(tx, playerId);
    calling = outsideTransaction(call).finally(() => {
      isDone = true;
    });
    await waitUntilSomeoneWaits(db, () => isDone);
    isWaiting = !isDone;
  });
  await calling;
  return isWaiting;
}

describe('between the check of an entry and its fee', () => {
  const challenges = openForTests(startChallengesTest);

  it('new rules refuse the entry without taking coins', async () => {
    const player = await challenges.player();
    const admin = await challenges.player({ role: 'SUPER_ADMIN' });
    const now = challenges.test.clock.now();
    const rules = { version: 1, validFrom: now, publishedAt: now, publishedBy: admin.id };
    const entered = await meanwhile(
      challenges.test.db,
      async (tx) => {
        // After its check, the entry must wait for this lock.
        await lockPlay(tx, player.id);
        await insertRules(tx, { ...rules, elsewhere: closed, regions: [], reason: 'As counsel says' });
      },
      () => challenges.enter(player),
    );
    expect(entered.code).toBe('play_region_closed');
    expect(await challenges.gamerCoins(player)).toBe(1000);
  });

  it('corrections and new rules wait for the entry', async () => {
    const { correct, publish } = playCalls(() => challenges.test);
    const { db } = challenges.test;
    const player = await challenges.player();
    const boss = await challenges.player({ role: 'SUPER_ADMIN' });
    const stated = { birthDate: '1990-01-01', region: 'DE', reason: 'They sent a document' };
    expect(await waitsForEntry(db, player.id, () => correct(boss, player.id, stated))).toBe(true);
    const open = { elsewhere: { isAllowed: true, minAge: null }, regions: [], reason: 'As counsel says' };
    const rules = { ...open, validFrom: null, knownVersion: 1 };
    expect(await waitsForEntry(db, player.id, () => publish(boss, rules))).toBe(true);
  });
});
