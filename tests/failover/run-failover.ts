// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { listBackups } from '../../server/platform/backup/catalog.ts';
import { openBackupPlaces } from '../../server/platform/backup/start-backups.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { type Place, parsePlace } from '../../server/platform/objects/place.ts';
import { promote } from '../../server/platform/standby/promote.ts';
import { readReplicationState, waitForStandbys } from '../../server/platform/standby/replication-state.ts';
import { ask, signInPlayer } from '../chaos/client.ts';
import { type Fleet, startFleet } from '../chaos/fleet.ts';
import { judgeEnd, settle, watchInvariants } from '../chaos/invariants.ts';
import { count, type Load, startLoad } from '../chaos/load.ts';
import { untilServed } from '../chaos/run-chaos.ts';
import { startSurroundings } from '../chaos/surroundings.ts';
import { patient } from '../support/patience.ts';
import { type ServerPair, standbyName, startServerPair } from '../support/server-pair.ts';

export interface FailoverOptions {
  folder: string;
  players: number;
  /** Of load, half of it before the primary is killed. */
  loadMs: number;
  /** From the kill until somebody promotes the standby. */
  noticedAfterMs: number;
  /** How long the standby is away before that. */
  awayMs: number;
  say?(line: string): void;
}

export interface FailoverOutcome {
  /** Nothing in a right run. */
  breaches: string[];
  /** From the kill until each process had served a call, and until an order was answered. */
  servedMs: number[];
  soldMs: number;
  promotionMs: number;
  answered: number;
  unavailable: number;
  orders: number;
  attempts: number;
  payments: number;
}

const ordersPerSecond = 1_000;
const backupWithinMs = patient(60_000);
/** Until then pages may find no room either. */
const noticedWithinMs = patient(3_000);
/** Half of each process's connections, its reports' and its probe. */
const mostStuck = 3 * 14;

/** What of the product waits for a standby at the moment. */
async function countStuck(url: string): Promise<number> {
  const [row] = await query<{ stuck: number }>(
    url,
    `select count(*)::int as stuck from pg_stat_activity where wait_event = 'SyncRep'`,
  );
  return row?.stuck ?? 0;
}

/**
 * While the standby is away a purchase is not answered by any process, however often, pages are, and what waits stays few; once
 * it is back the purchase is answered, as one.
 */
async function provePatience(
  servers: ServerPair,
  load: Load,
  { urls, awayMs }: { urls: readonly string[]; awayMs: number },
): Promise<string[]> {
  const db = openDatabase(servers.url, { poolSize: 1 });
  const buyer = await signInPlayer(db, 1_000).finally(() => db.close());
  const { codeCardId: giftCardId, cardPrice: gcCoin } = load.offer;
  const payload = { items: [{ giftCardId, quantity: 1, gcCoin }] };
  const key = randomUUID();
  const buy = (url: string) => ask(url, buyer, '/cart/checkout', { key, payload });
  const breaches = new Set<string>();
  let isBack = false;
  await servers.stopStandby();
  const from = performance.now();
  const buying = urls.map(async (url) => {
    while (!isBack) {
      const answer = await buy(url);
      if (answer && !isBack)
        breaches.add(`a purchase was answered with ${answer.status} while no standby had it`);
      await delay(200);
    }
  });
  while (performance.now() - from < awayMs) {
    const [served, stuck] = await Promise.all([
      Promise.all(urls.map((url) => load.isServing(url))),
      countStuck(servers.primary.url),
    ]);
    const isNoticed = performance.now() - from > noticedWithinMs;
    if (isNoticed && served.includes(false))
      breaches.add('a page was not answered while the standby was away');
    if (stuck > mostStuck) breaches.add(`${stuck} commits waited for the standby at once`);
    await delay(200);
  }
  isBack = true;
  await servers.startStandby();
  await Promise.all(buying);
  const backAt = performance.now();
  let answer = await buy(urls[0] as string);
  while (!answer && performance.now() - backAt < patient(10_000)) answer = await buy(urls[0] as string);
  if (answer?.status !== 200)
    return [...breaches, `a purchase that waited for its standby was answered ${answer?.status}`];
  load.done.orders.push(String(answer.data._id));
  count(load.done.answered, '/cart/checkout');
  return [...breaches];
}

async function untilSold(load: Load): Promise<void> {
  const before = load.done.orders.length;
  while (load.done.orders.length === before) await delay(10);
}

/** A worker notices by itself that the log goes on elsewhere, and takes a backup of the new timeline. */
async function proveBackups(place: Place, keysDir: string): Promise<string[]> {
  const places = await openBackupPlaces({ place, keysDir });
  const giveUpAt = Date.now() + backupWithinMs;
  try {
    while (Date.now() < giveUpAt) {
      if ((await listBackups(places)).some(({ timeline }) => timeline === 2)) return [];
      await delay(200);
    }
    return ['no backup of the new timeline was taken within a minute'];
  } finally {
    places.objects.close();
  }
}

async function countOrders(url: string): Promise<number> {
  const db = openDatabase(url, { poolSize: 1 });
  const { count } = await db
    .one<{ count: number }>(sql`select count(*) from orders`)
    .finally(() => db.close());
  return count;
}

function soldSince(before: number, after: number): string[] {
  return after === before ? [] : [`the former primary sold ${after - before} orders when it was back`];
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/** As where a network parted them for a moment: everybody has to find out again which server to ask. */
async function loseConnections(url: string): Promise<void> {
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
}

/** Who works on a server, but for those who ask all servers who takes changes. */
async function listVisitors(url: string): Promise<string[]> {
  const rows = await query<{ says: string }>(
    url,
    `select distinct application_name || ' works on the former primary' as says from pg_stat_activity
    where application_name like 'finalring%' and application_name <> 'finalring look'`,
  );
  return rows.map(({ says }) => says);
}

const say = (options: FailoverOptions, line: string) => options.say?.(line);

async function failOver(servers: ServerPair, load: Load, fleet: Fleet, options: FailoverOptions) {
  const urls = fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
  const orders = load.done.orders.length;
  const killedAt = performance.now();
  servers.killPrimary();
  await delay(options.noticedAfterMs);
  const promotion = await promote(servers.standby.url);
  const sinceKill = () => Math.round(performance.now() - killedAt);
  const sold = untilSold(load).then(sinceKill);
  const servedMs = await Promise.all(urls.map((url) => untilServed(load, url).then(sinceKill)));
  const soldMs = await sold;
  say(
    options,
    `${orders} orders were answered when the primary was killed; promoted in ${promotion.ms} ms; ` +
      `served again after ${Math.max(...servedMs)} ms, sold again after ${soldMs} ms`,
  );
  return { servedMs, soldMs, promotionMs: promotion.ms };
}

/**
 * Runs the product under load on a primary that answers commits only once its standby has them, kills the primary, promotes the
 * standby, and compares what players were told with what is there. The former primary comes back unasked meanwhile.
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverOutcome> {
  const { folder, players, loadMs } = options;
  const servers = await startServerPair(folder, migrate);
  const surroundings = await startSurroundings(servers.primary);
  const keysDir = join(folder, 'keys');
  const backupUrl = join(folder, 'backups');
  const env = {
    ...surroundings.env,
    DATABASE_URL: servers.url,
    BACKUP_URL: backupUrl,
    BACKUP_KEYS_DIR: keysDir,
  };
  await waitForStandbys(servers.primary.url, [standbyName]);
  const db = openDatabase(servers.url, { poolSize: 8, statementMs: 0 });
  const fleet = await startFleet(['web', 'web', 'worker'], env);
  try {
    const urls = () => fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
    surroundings.sandbox.setAppUrl(urls()[0] as string);
    const stock = Math.ceil(loadMs / 1_000) * ordersPerSecond;
    const { sandboxUrl, vault } = surroundings;
    const load = await startLoad(db, { urls, sandboxUrl, vault, stock, players, seed: 1 });
    const watch = watchInvariants(db, options.awayMs / 1_000);
    const impatience = await provePatience(servers, load, { urls: urls(), awayMs: options.awayMs });
    await delay(loadMs / 2);
    const times = await failOver(servers, load, fleet, options);
    const former = await servers.bringPrimaryBack();
    // Waiting for a standby that it no longer has, it could sell nothing, and callers who strayed to it would not show.
    await waitForStandbys(former.url, []);
    const known = await countOrders(former.url);
    await loseConnections(servers.standby.url);
    const soldBefore = load.done.orders.length;
    await delay(loadMs / 2);
    const astray = [...(await listVisitors(former.url)), ...soldSince(known, await countOrders(former.url))];
    const isSelling = load.done.orders.length > soldBefore;
    await load.stop();
    const left = await settle(db, load.done);
    await watch.stop();
    const unkept = await proveBackups(parsePlace(backupUrl) as Place, keysDir);
    const { timeline } = await readReplicationState(servers.url);
    const judged = await judgeEnd(db, load.done);
    const stopped = await fleet.stop();
    const { answered, unavailable, strange, done } = load;
    return {
      breaches: [
        ...impatience,
        ...strange,
        ...fleet.ended,
        ...watch.breaches,
        ...left,
        ...unkept,
        ...judged,
        ...stopped,
        ...astray,
        ...(isSelling ? [] : ['nothing was sold any more when the former primary was back']),
        ...(timeline === 2 ? [] : [`the processes work on timeline ${timeline}`]),
      ],
      ...times,
      ...{ answered, unavailable },
      orders: done.orders.length,
      attempts: done.attempts.size,
      payments: done.payments.size,
    };
  } finally {
    await fleet.stop();
    await db.close();
    await surroundings.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
