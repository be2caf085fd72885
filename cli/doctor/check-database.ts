// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../contract/amounts.ts';
import { differingConfigured } from '../../server/check-secrets.ts';
import type { Config } from '../../server/config.ts';
import { readPushState } from '../../server/features/notifications/feature.ts';
import { readWebhookState } from '../../server/features/outgoing-webhooks/feature.ts';
import { checkCodeSecrets, vaultKeys } from '../../server/features/shop/feature.ts';
import { readClockOffsetMs } from '../../server/platform/db/clock-ahead.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { type DatabaseState, readDatabaseState } from '../../server/platform/db/database-state.ts';
import { oldestVersion } from '../../server/platform/db/migrate.ts';
import { readMigrationState } from '../../server/platform/db/migration-state.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { requireOwnSessions } from '../../server/platform/postgres/own-sessions.ts';
import { getShare, readRoom } from '../../server/platform/postgres/share-connections.ts';
import { readSecretStates } from '../../server/secret-states.ts';
import { withDatabase } from '../with-database.ts';
import { checkBusiness } from './check-business.ts';
import { checkClock } from './check-clock.ts';
import { checkPictures } from './check-pictures.ts';
import { checkPush } from './check-push.ts';
import { checkWebhooks } from './check-webhooks.ts';

function checkServer(state: DatabaseState): Finding[] {
  const { ok, wrong } = findingsAbout('database');
  const { version, encoding, isReadOnly, hasTrigrams, maxConnections, openConnections } = state;
  const { waitsFor, stuckCommits } = state;
  const findings: Finding[] = [];
  if (Number.parseInt(version, 10) < oldestVersion) {
    return [wrong(`PostgreSQL ${version}`, `upgrade it to PostgreSQL ${oldestVersion} or newer`)];
  }
  if (isReadOnly) findings.push(wrong('is read-only', 'point DATABASE_URL to the primary'));
  if (encoding !== 'UTF8')
    findings.push(wrong(`has the encoding ${encoding}`, 'create a database with the encoding UTF8'));
  if (stuckCommits > 0) {
    findings.push(
      wrong(
        `commits wait for an unreachable standby (${waitsFor})`,
        'start it, or remove it from synchronous_standby_names',
      ),
    );
  }
  if (!hasTrigrams) {
    findings.push(wrong('lacks the extension pg_trgm', 'install contrib (postgresql-contrib), then restart'));
  }
  return findings.length > 0
    ? findings
    : [ok(`PostgreSQL ${version}, ${openConnections} of ${maxConnections} connections open`)];
}

/** Checks that the database allows enough connections for the running processes, or for those that would start here. */
async function checkConnections(db: Pick<Database, 'pool'>, config: Config): Promise<Finding[]> {
  const { look, wrong } = findingsAbout('database');
  const wanted = config.databasePoolSize;
  const room = await readRoom(db.pool);
  const all = Math.max(room.processes, 1);
  try {
    const share = getShare({ ...room, processes: all - 1 }, wanted);
    if (share >= wanted) return [];
    const says = `takes ${room.limit} connections, and other programs hold ${room.ofOthers}: ${share} remain for each of ${plural(all, 'process', 'processes')}`;
    return [look(says, `raise max_connections, or lower DATABASE_POOL_SIZE (${wanted})`)];
  } catch (error) {
    return [wrong((error as Error).message, 'docs/operate.md, The database and its connections')];
  }
}

async function checkMigrations(url: string): Promise<Finding> {
  const { ok, look, wrong } = findingsAbout('migrations');
  const { applied, pending, changed, unknown, areFunctionsCurrent } = await readMigrationState(url);
  if (changed.length > 0) {
    return wrong(`differs from the applied file: ${changed.join(', ')}`, "restore the release's own files");
  }
  if (pending.length > 0)
    return look(`${pending.length} pending`, 'run finalring migrate, or start the server');
  if (unknown.length > 0) {
    return look(`the database is from a newer release (${unknown.at(-1)})`, 'run that release here too');
  }
  return areFunctionsCurrent
    ? ok(`all ${applied} are applied`)
    : look('the functions are from another release', 'run finalring migrate, or start the server');
}

type Secrets = Pick<Config, 'codes' | 'dataDir' | 'vapidPrivateKey'> & {
  configured: string | undefined;
  appSecret: string;
};

async function checkKeys(config: Config, appSecret: string, url: string): Promise<Finding[]> {
  const { ok, wrong } = findingsAbout('keys');
  const secrets: Secrets = { ...config, configured: config.appSecret, appSecret };
  return withDatabase({ ...config, databaseUrl: url }, async (db) => {
    const faults = await differingConfigured(db, config);
    const { faults: unreadable } = await db.transaction((tx) =>
      checkCodeSecrets(tx, vaultKeys(secrets.codes, appSecret)),
    );
    const advice = 'see docs/operate.md, Secrets';
    const wrongs = [...faults, ...unreadable].map((fault) => wrong(fault, advice));
    const states = await readSecretStates(db, secrets);
    const different = states.filter(({ state }) => state === 'different' && faults.length === 0);
    wrongs.push(...different.map(({ name }) => wrong(`${name} differs from the database's`, advice)));
    if (wrongs.length > 0) return wrongs;
    const made = states.filter(({ state }) => state === 'made').map(({ name }) => name);
    const push = config.vapidPrivateKey ? 'VAPID_PRIVATE_KEY is configured' : 'the push key is made here';
    const ledger = made.filter((name) => name.startsWith('ledger')).length;
    const state = await readPushState(db, config.vapidPrivateKey);
    return [
      ok(`secrets match the database; ${push}; ${plural(ledger, 'ledger key')}`),
      checkPush(state, config.vapidPrivateKey !== undefined),
    ];
  });
}

/**
 * Checks that the database is reachable, has the right version and settings, is up to date, and matches these secrets.
 */
export async function checkDatabase(config: Config, appSecret: string): Promise<Finding[]> {
  const { wrong } = findingsAbout('database');
  try {
    return await withDatabase(config, async (db, url) => {
      const state = await readDatabaseState(db);
      const findings = [...checkServer(state), ...(await checkConnections(db, config))];
      if (config.databaseUrl) {
        await requireOwnSessions(config.databaseUrl).catch((error: Error) =>
          findings.push(wrong(error.message, 'docs/operate.md, The database and its connections')),
        );
      }
      findings.push(checkClock("the database's", await readClockOffsetMs(db)));
      if (findings.some((finding) => finding.about === 'database' && finding.state === 'wrong'))
        return findings;
      const migrations = await checkMigrations(url);
      findings.push(migrations);
      if (migrations.state !== 'ok') return findings;
      findings.push(...(await checkKeys(config, appSecret, url)));
      findings.push(
        ...checkWebhooks(await readWebhookState(db), new Date()),
        ...(await checkPictures(db, config)),
        ...(await checkBusiness(db, config)),
      );
      return findings;
    });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return [
      wrong(message || code || 'cannot be reached', 'check DATABASE_URL, and that this machine can reach it'),
    ];
  }
}
