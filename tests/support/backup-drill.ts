// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { insertCodes } from '../../server/features/shop/codes/gift-card-code-store.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import { sealCode } from '../../server/features/shop/codes/seal-code.ts';
import { insertGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import { listBackups } from '../../server/platform/backup/catalog.ts';
import { openBackupPlaces, startBackups } from '../../server/platform/backup/start-backups.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/start.ts';
import { openJournal } from '../../server/platform/journal/journal.ts';
import { createLogger } from '../../server/platform/log.ts';
import { type Place, parsePlace } from '../../server/platform/objects/place.ts';
import { checkJournal } from '../../server/recovery/check-journal.ts';
import { createPeople, type Lost, type Sale, withdrawRights } from './after-restore.ts';
import { createPlayer } from './factories.ts';
import type { KilledShop } from './killed-shop.ts';
import { randomCode } from './shop.ts';

const program = fileURLToPath(new URL('./killed-shop.ts', import.meta.url));
const silently = { info: () => {}, error: console.error };
/** Tests start `finalring` in the same environment (command.ts). */
const appSecret = 'a'.repeat(32);
const buyers = 4;
const cards = 2;

export interface Drill extends Lost {
  /** The environment for commands on this database. */
  env: Record<string, string>;
  giftCardIds: string[];
  /** Opens the restored database, which counts as in use from then on. */
  open(): Promise<{ server: EmbeddedPostgres; db: Database }>;
  remove(): Promise<void>;
}

async function fillShop(db: Database, codes: number) {
  const vault = openVault({ keys: undefined, fingerprintSecret: undefined }, appSecret);
  const playerIds: string[] = [];
  for (let n = 0; n < buyers; n++) playerIds.push((await createPlayer(db, { gamerCoins: 100_000_000 })).id);
  const giftCardIds: string[] = [];
  for (let n = 0; n < cards; n++) {
    const sealed = Array.from({ length: codes }, () => sealCode(vault, randomCode()));
    const card = {
      title: `Card ${n}`,
      description: 'A card for the drill',
      type: 'psn',
      gcCoin: 100,
      image: '',
    };
    const rest = { isActive: true, isFulfilledByHand: false, promiseHours: 24, at: new Date() };
    const id = await db.transaction((tx) => insertGiftCard(tx, { ...card, ...rest }));
    await db.transaction((tx) => insertCodes(tx, { giftCardId: id, purchaseId: null, codes: sealed }));
    giftCardIds.push(id);
  }
  return { playerIds, giftCardIds };
}

/** Sells in a separate process until it is stopped, and records the sales that buyers were notified of. */
function sell(shop: KilledShop, sales: Sale[]): ChildProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(shop)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    sales.push({ orderId: JSON.parse(line).orderId, confirmedAt: new Date() });
  });
  return child;
}

async function waitFor(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isThere())) await delay(50);
}

/** Whether the log receiver has got everything. */
async function isAllSent(db: Database): Promise<boolean> {
  const sent = sql`select 1 from pg_stat_replication where sent_lsn >= pg_current_wal_flush_lsn()`;
  return (await db.rows(sent)).length > 0;
}

/**
 * A database that is backed up and then destroyed during sales: its server is killed and its files are deleted.
 * @param backupUrl where backups are stored, as in `BACKUP_URL`; by default a folder of the drill
 */
export async function destroyAmidSales(
  folder: string,
  {
    codes,
    sellMs,
    backupUrl = join(folder, 'backups'),
  }: { codes: number; sellMs: number; backupUrl?: string },
): Promise<Drill> {
  const dataDir = join(folder, 'data');
  const keysDir = join(folder, 'keys');
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: silently });
  await migrate(server.url);
  const db = openDatabase(server.url, { poolSize: 2, onIdleError: () => {} });
  const shop = await fillShop(db, codes);
  // The backup contains this setting, like that of a server that waits for standbys. The running server doesn't reload
  // its configuration, so it isn't affected.
  await db.run(sql`alter system set synchronous_standby_names = 'ANY 1 (gone)'`);
  const people = await createPeople(db);
  // The log is kept from the last checkpoint on. Without a checkpoint here, the log of filling the shop would still be
  // in transfer during the sales, and on a busy machine all sales would be lost.
  await db.run(sql`checkpoint`);
  const backup = {
    place: parsePlace(backupUrl) as Place,
    keysDir,
    everyMs: 3_600_000,
    retentionMs: 86_400_000,
  };
  const stopBackups = await startBackups(server.url, backup, createLogger('silent'));
  const places = await openBackupPlaces(backup);
  await waitFor(async () => (await listBackups(places)).length > 0);
  await waitFor(() => isAllSent(db));

  const journalUrl = join(folder, 'journal');
  const journal = await openJournal(parsePlace(journalUrl));
  await checkJournal(db, journal);
  const sales: Sale[] = [];
  const selling = sell({ databaseUrl: server.url, ...shop, prefix: 'drill', journalUrl }, sales);
  await waitFor(() => sales.length > 0);
  await delay(sellMs / 2);
  const moment = new Date();
  await withdrawRights(db, { journal, ...people });
  await delay(sellMs / 2);

  process.kill(server.pid, 'SIGKILL');
  rmSync(join(dataDir, 'postgres', 'cluster'), { recursive: true, force: true, maxRetries: 10 });
  const ended = once(selling, 'close');
  selling.kill('SIGKILL');
  await ended;
  await db.close().catch(() => {});
  await stopBackups();
  await server.stop().catch(() => {});
  return {
    env: {
      DATA_DIR: dataDir,
      BACKUP_URL: backupUrl,
      BACKUP_KEYS_DIR: keysDir,
      JOURNAL_URL: journalUrl,
      APP_SECRET: appSecret,
    },
    sales,
    moment,
    ...people,
    giftCardIds: shop.giftCardIds,
    journal,
    async open() {
      const restored = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: silently });
      return { server: restored, db: openDatabase(restored.url, { poolSize: 2 }) };
    },
    async remove() {
      await journal.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
