// SPDX-License-Identifier: Apache-2.0

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditLedger } from '../../server/audit.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { openJournal } from '../../server/platform/journal/journal.ts';
import { parsePlace } from '../../server/platform/objects/place.ts';
import { ask, signInPlayer } from '../chaos/client.ts';
import { startFleet } from '../chaos/fleet.ts';
import { settle } from '../chaos/invariants.ts';
import { startLoad } from '../chaos/load.ts';
import { startSurroundings } from '../chaos/surroundings.ts';
import { createProbe } from '../failover/serving.ts';
import {
  compareSales,
  createPeople,
  findSoldTwice,
  reconcileAndJudge,
  withdrawRights,
} from '../support/after-restore.ts';
import { startEngine } from './engine.ts';

export interface EngineDrillOptions {
  folder: string;
  /** Settings of pgBackRest's repository. */
  repository: Record<string, string>;
  /** Codes of the gift card that comes with codes. */
  codes: number;
  sellMs: number;
  say(line: string): void;
}

const players = 6;
/** Codes are sold in the order in which they came, so those sold since the moment would be the first to be sold again. */
const purchasesAfter = 20;
const roles = ['web', 'worker'] as const;

/**
 * Has pgBackRest back up a database while the product sells, destroys it, restores it to a moment in the middle,
 * reconciles it, and lets the product serve it again. @returns breaches, nothing in a right run
 */
export async function runEngineDrill(options: EngineDrillOptions): Promise<string[]> {
  const { folder, sellMs, say } = options;
  const engine = await startEngine(folder, options.repository);
  await migrate(engine.url);
  const surroundings = await startSurroundings(engine);
  const { sandbox, sandboxUrl, vault } = surroundings;
  const journalUrl = join(folder, 'journal');
  const env = {
    ...surroundings.env,
    DATABASE_URL: engine.url,
    JOURNAL_URL: journalUrl,
  };
  let fleet = await startFleet(roles, { env, keepsItsLimits: false });
  const journal = await openJournal(parsePlace(journalUrl));
  let db = openDatabase(engine.url, { poolSize: 8, statementMs: 0, onIdleError: () => {} });
  try {
    const urls = () => fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
    sandbox.setAppUrl(urls()[0] as string);
    const people = await createPeople(db);
    const guest = await signInPlayer(db, 0);
    const load = await startLoad(db, { urls, sandboxUrl, vault, stock: options.codes, players, seed: 1 });
    const { done } = load;
    await engine.backUp('full');
    await delay(sellMs / 3);
    await engine.backUp('incr');
    await delay(sellMs / 3);
    const countBefore = done.orders.length;
    const confirmedAt = new Date();
    const moment = new Date(confirmedAt.getTime() + 200);
    await delay(300);
    await withdrawRights(db, { journal, ...people });
    await delay(sellMs / 3);
    await engine.archiveLog();
    engine.destroy();
    await load.stop();
    await db.close().catch(() => {});
    const breaches = [...load.strange, ...fleet.ended, ...(await fleet.stop())];
    const sales = done.orders.map((orderId, index) => ({
      orderId,
      confirmedAt: index < countBefore ? confirmedAt : new Date(),
    }));
    say(
      `${sales.length} orders, ${done.attempts.size} entries and ${done.payments.size} payments; then the server was killed and its files deleted`,
    );

    await engine.restore(moment);
    db = openDatabase(engine.url, { poolSize: 8, statementMs: 0 });
    const { orders } = await compareSales(db, { sales, moment });
    const lost = { sales, moment, journal, ...people };
    const reconciled = await reconcileAndJudge(db, lost, { ...env, DATA_DIR: join(folder, 'data') });
    breaches.push(...reconciled.breaches);
    const { soldCodes, endedSessions, payments } = reconciled.result;
    say(
      `restored as of ${moment.toISOString()}: ${orders} orders. Reconciled: ${soldCodes} codes sold since then were removed from stock, ` +
        `${payments.recovered.length} payments recovered, ${endedSessions} sessions ended`,
    );
    // The product would refuse to start on it.
    if (breaches.length > 0) return breaches;

    fleet = await startFleet(roles, { env, keepsItsLimits: false });
    const [url = ''] = urls();
    sandbox.setAppUrl(url);
    if ((await ask(url, guest, '/auth/get-profile'))?.status !== 401)
      breaches.push('a session of before the restore is open');
    const untilServed = await createProbe(db, load);
    for (let bought = 0; bought < purchasesAfter; bought++) await untilServed(url);
    breaches.push(...(await settle(db, done)), ...(await findSoldTwice(journal, done.orders)));
    const { proofs } = await auditLedger(db);
    breaches.push(
      ...proofs.flatMap(({ claim, breaches: found }) => found.map((breach) => `${claim}: ${breach}`)),
    );
    say(`served again: ${done.orders.length - sales.length} orders; ${breaches.length} breaches`);
    return [...breaches, ...fleet.ended];
  } finally {
    await fleet.stop();
    await db.close().catch(() => {});
    await journal.close();
    await surroundings.close();
    await engine.stop();
  }
}
