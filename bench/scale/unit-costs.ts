// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { sandboxCardKeys } from '../../sandbox/options.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { ask, type Client, signInPlayer } from '../../tests/chaos/client.ts';
import { type Offer, putOnOffer } from '../../tests/chaos/offer.ts';
import { startApp } from '../../tests/support/e2e/app.ts';
import { type Deed, deeds, type UnitCost } from './life.ts';

type Totals = UnitCost & { at: number };

/** Repetitions of each; enough for one table page more or less to matter little. */
const repetitions: Record<Deed, number> = { call: 500, purchase: 400, payment: 150, attempt: 60 };
const atOnce = 6;
const idleMs = 10_000;
/** Sessions report their transactions at most once a second. */
const statisticsLagMs = 1_500;
const timeScale = 60;

/** Ticks of a hundredth of a second; a process that has ended counts with its parent. */
const tickMs = 10;

/** CPU time of a server and its processes so far. */
function readCpuMs(postmaster: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      let fields: number[];
      try {
        // Everything before the last bracket is the process's name, which may contain any character.
        fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) \S /s, '')
          .split(' ')
          .map(Number);
      } catch {
        return sum;
      }
      const [parent, user = 0, system = 0, usersOfEnded = 0, systemOfEnded = 0] = [0, 10, 11, 12, 13].map(
        (field) => fields[field],
      );
      const isPostmaster = Number(name) === postmaster;
      if (!isPostmaster && parent !== postmaster) return sum;
      return sum + tickMs * (user + system + (isPostmaster ? usersOfEnded + systemOfEnded : 0));
    }, 0);
}

async function readTotals(db: Database, postmaster: number): Promise<Totals> {
  await delay(statisticsLagMs);
  const { transactions, walBytes, tableBytes } = await db.one<Omit<UnitCost, 'cpuMs'>>(sql`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database())::float
        as transactions,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as wal_bytes,
      (select sum(pg_total_relation_size(c.oid)) from pg_class c
        where c.relkind in ('r', 'm') and c.relnamespace = 'public'::regnamespace)::float as table_bytes`);
  return { transactions, walBytes, tableBytes, cpuMs: readCpuMs(postmaster), at: performance.now() };
}

function subtract(after: Totals, before: Totals): Totals {
  return {
    transactions: after.transactions - before.transactions,
    cpuMs: after.cpuMs - before.cpuMs,
    walBytes: after.walBytes - before.walBytes,
    tableBytes: after.tableBytes - before.tableBytes,
    at: after.at - before.at,
  };
}

/** The rest after subtracting what the product does by itself in the same time. */
function perDeed(total: Totals, idle: Totals, count: number): UnitCost {
  const alone = (key: keyof UnitCost) => Math.max(0, total[key] - (idle[key] * total.at) / idle.at) / count;
  return {
    transactions: alone('transactions'),
    cpuMs: alone('cpuMs'),
    walBytes: alone('walBytes'),
    tableBytes: alone('tableBytes'),
  };
}

async function untilSettled(db: Database): Promise<void> {
  const isOpen = () =>
    db.one<{ isOpen: boolean }>(sql`
      select exists (select 1 from attempts where status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK'))
        or exists (select 1 from payments where status = 'open')
        or exists (select 1 from graphile_worker.jobs where run_at < now() and attempts < max_attempts) as is_open`);
  const giveUpAt = performance.now() + 180_000;
  while ((await isOpen()).isOpen) {
    if (performance.now() > giveUpAt) throw new Error('What was begun is not done after three minutes.');
    await delay(200);
  }
}

interface World {
  url: string;
  sandboxUrl: string;
  offer: Offer;
}

async function post(url: string, client: Client, path: string, payload: object) {
  const answer = await ask(url, client, path, { key: randomUUID(), payload });
  if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status} ${answer?.code}`);
  return answer.data;
}

const doers: Record<Deed, (world: World, client: Client) => Promise<void>> = {
  async call({ url }, client) {
    await ask(url, client, '/auth/get-profile');
  },
  async purchase({ url, offer }, client) {
    const items = [{ giftCardId: offer.codeCardId, quantity: 1, gcCoin: offer.cardPrice }];
    await post(url, client, '/cart/checkout', { items });
  },
  async payment({ url, sandboxUrl, offer }, client) {
    const { packageId } = offer;
    const begun = await post(url, client, '/transaction/create-intent', {
      packageId,
      paymentGateway: 'stripe',
    });
    const intentId = String(begun.clientSecret).replace(/_secret_.*/, '');
    await fetch(`${sandboxUrl}/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandboxCardKeys.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'payment_method=pm_card_visa',
    });
  },
  async attempt({ url, sandboxUrl, offer }, client) {
    const epicId = `scale-${client.playerId.slice(-12)}`;
    const { challengeId, challengeType } = offer;
    await post(url, client, '/challenge/start', { epicId, challengeId, challengeType });
    await fetch(`${sandboxUrl}/arena/players/${epicId}/matches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ placement: 1, kills: 9 }),
    });
  },
};

async function repeat(deed: Deed, world: World, clients: readonly Client[]): Promise<void> {
  const left = Array.from(
    { length: repetitions[deed] },
    (_, turn) => clients[turn % clients.length] as Client,
  );
  const work = async () => {
    for (let client = left.pop(); client; client = left.pop()) await doers[deed](world, client);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * The cost of each deed, measured on the whole product: one process, with stand-ins for outside services, on that database.
 *
 * @returns the cost of one of each, less what an unused product costs in the same time
 */
export async function measureUnitCosts(
  { url: databaseUrl, pid }: { url: string; pid: number },
  log: (line: string) => void,
): Promise<Record<Deed, UnitCost>> {
  const appSecret = randomBytes(32).toString('hex');
  const codeKey = { id: 'scale', key: randomBytes(32) };
  const fingerprintSecret = randomBytes(32).toString('hex');
  const app = await startApp({
    timeScale,
    env: {
      APP_SECRET: appSecret,
      CODE_KEYS: `${codeKey.id}:${codeKey.key.toString('base64')}`,
      CODE_FINGERPRINT_SECRET: fingerprintSecret,
      SANDBOX: '1',
      DATABASE_URL: databaseUrl,
      GAME_STATS_REQUESTS_PER_SECOND: '20',
    },
  });
  const db = openDatabase(databaseUrl, { poolSize: 4 });
  try {
    const vault = openVault({ keys: [codeKey], fingerprintSecret }, appSecret);
    const offer = await putOnOffer(db, vault, repetitions.purchase + 100);
    const world = { url: app.url, sandboxUrl: app.sandboxUrl, offer };
    const clients = await Promise.all(Array.from({ length: 60 }, () => signInPlayer(db, 10_000_000)));
    await untilSettled(db);
    const began = await readTotals(db, pid);
    await delay(idleMs);
    const idle = subtract(await readTotals(db, pid), began);
    const costs = {} as Record<Deed, UnitCost>;
    for (const deed of deeds) {
      const before = await readTotals(db, pid);
      await repeat(deed, world, clients);
      await untilSettled(db);
      costs[deed] = perDeed(subtract(await readTotals(db, pid), before), idle, repetitions[deed]);
      log(`scale, one ${deed}: ${JSON.stringify(costs[deed])}`);
    }
    return costs;
  } finally {
    await db.close();
    await app.stop();
  }
}
