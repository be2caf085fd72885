// SPDX-License-Identifier: Apache-2.0

import type { InjectOptions } from 'fastify';
import { type App, buildApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { accountKeys, completeSignIn, createSessions } from '../../server/features/accounts/feature.ts';
import { findPauseEnd, resumePause } from '../../server/features/responsible-play/feature.ts';
import { findSandbox, obtainSandbox, pointedAt } from '../../server/obtain-sandbox.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { countJobs } from '../../server/platform/jobs/job-counts.ts';
import { startWorker } from '../../server/platform/jobs/worker.ts';
import { createListener } from '../../server/platform/listen.ts';
import { createLogger } from '../../server/platform/log.ts';
import { isRefusal } from '../../server/platform/refusal.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { findAccount } from '../find-account.ts';
import type { Installation } from '../with-database.ts';

/** A signed-in player of the demo. */
export interface DemoPlayer {
  id: string;
  number: number;
  token: string;
}

/** The product as demo players use it: through its API. */
export interface World {
  app: App;
  db: Database;
  sandboxUrl: string;
  stripe: Config['stripe'];
  signIn(person: { number: number; name: string; email: string; ref: string | null }): Promise<DemoPlayer>;
  /** Calls a path below `/api/v1` and returns its data. @throws Refused */
  call<Data>(player: DemoPlayer, method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Data>;
  /** Waits until no job is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const silent = createLogger('silent');
const settleEachMs = 50;

export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Builds the application beside a running one, or alone, with its stand-ins or new ones. Runs due jobs, as a worker
 * does.
 */
export async function openWorld(
  { config: given, appSecret, url }: Installation & { url: string },
  timeScale: number,
): Promise<World> {
  const { port = 0 } = given.sandbox ?? {};
  const sandbox = (await findSandbox(port)) ?? (await obtainSandbox(given, port, silent));
  // No waits and no rate limits: all calls come from one address.
  const config: Config = {
    ...pointedAt(sandbox, given),
    rateLimitPerMinute: 1_000_000,
    challengeTimeScale: timeScale,
    maxCallWaitMs: 60_000,
  };
  const withoutWaits = Object.entries(config.gameStats).map(([game, access]) => {
    const keys = access.keys.map((key) => ({ ...key, requestsPerSecond: 1_000 }));
    return [game, { ...access, keys }] as const;
  });
  config.gameStats = Object.fromEntries(withoutWaits);
  const db = openDatabase(url, { poolSize: 10 });
  const listener = await createListener(url, silent, db);
  const clock = systemClock;
  const kept = await openStorage(config);
  const app = await buildApp({
    ...{
      config,
      appSecret,
      db,
      listener,
      clock,
      log: silent,
      sandboxUrl: sandbox.url,
      stopping: () => false,
    },
    ...kept,
  });
  await app.http.ready();
  const worker = await startWorker({
    ...{ connectionString: url, pool: db.pool, tasks: app.tasks, log: silent, concurrency: 8, watcher: db },
  });
  const isFactorDemanded = config.secondFactor.isDemanded;
  const sessions = createSessions({ db, clock, listener, adminIdleMs: config.adminIdleMs, isFactorDemanded });
  const deps = {
    ...{ db, clock, keys: accountKeys(appSecret), superAdminEmails: config.superAdminEmails },
    playPauses: { findPauseEnd, resumePause },
  };

  return {
    app,
    db,
    sandboxUrl: sandbox.url,
    stripe: config.stripe,
    async signIn({ number, name, email, ref }) {
      const person = {
        ...{ provider: 'google' as const, subject: `demo-${email}`, email, name },
        ...{ isEmailVerified: true, avatarUrl: null },
      };
      const signedIn = await completeSignIn(person, { ref, network: `demo ${number}` }, deps);
      if (isRefusal(signedIn) || 'mayJoin' in signedIn) throw new Error(`${email} could not sign in`);
      const { id } = await findAccount(db, email);
      return { id, number, token: await db.transaction((tx) => sessions.start(tx, id)) };
    },
    async call<Data>(
      player: DemoPlayer,
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      body?: object,
    ): Promise<Data> {
      const request: InjectOptions = {
        ...{ method, url: `/api/v1${path}`, remoteAddress: toAddress(player.number) },
        headers: { authorization: `Bearer ${player.token}` },
        ...(body && { payload: body }),
      };
      const answer = await app.http.inject(request);
      const said = answer.json();
      if (answer.statusCode >= 300) throw new Refused(said.code, `${method} ${path}: ${said.message}`);
      return said.data;
    },
    async settle() {
      for (;;) {
        const jobs = await countJobs(db);
        if (!jobs.some(({ waiting, running }) => waiting + running > 0)) return;
        await new Promise((wake) => setTimeout(wake, settleEachMs));
      }
    },
    async close() {
      await worker.stop();
      await app.http.close();
      await listener.close();
      kept.objects.close();
      await db.close();
      await sandbox.close();
    },
  };
}

/** An address for each player, so that players do not look like one person with several accounts. */
const toAddress = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
