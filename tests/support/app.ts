// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import type { FastifyRequest, InjectOptions, LightMyRequestResponse } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { type App, buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { createSessions, type Sessions } from '../../server/features/accounts/sessions/sessions.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import { outsideTransaction } from '../../server/platform/db/second-connection.ts';
import type { Journal } from '../../server/platform/journal/journal.ts';
import { createListener, type Listener } from '../../server/platform/listen.ts';
import { createLogger, type Logger } from '../../server/platform/log.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeScratchFolder } from './scratch.ts';

export interface TestApp {
  app: App;
  db: Database;
  listener: Listener;
  clock: FakeClock;
  databaseUrl: string;
  /** The folder for stored files. */
  dataDir: string;
  sessions: Sessions;
  /** Creates a session for that player and returns its token. */
  signIn(playerId: string): Promise<string>;
  /** Sends a request below `/api/v1`, with a session if a token is given. */
  call(
    options: InjectOptions & { url: string; token?: string; key?: string },
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
  /** Closes everything except the database, which can then be cloned. */
  leaveDatabase(): Promise<TestDatabase>;
}

export const testSecret = 'a secret for tests, long enough to be taken';
const logLevel = process.env.TEST_LOG ?? 'silent';

/** The configuration of a full sandbox, with some parts replaced. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  // No overload limit, because a hundred simultaneous calls on a busy machine don't test overload.
  const limits = { rateLimitPerMinute: 100_000, maxCallWaitMs: 60_000, drainMs: 0 };
  // Long times, because tests move their clocks by days. Tests of idle administrators and of erasing accounts set their
  // own.
  const days = { adminIdleMs: 365 * 24 * 3_600_000, deletionGraceMs: 0 };
  return { ...readConfig({}), ...limits, ...days, ...overrides };
}

/** Checks that OpenAPI documents every answer: its status, and its body by that status' schema. */
function checkAgainstContract({ http }: App): void {
  http.addHook('onSend', async (request, reply, payload) => {
    const { schema: endpoint, config } = request.routeOptions;
    const answers = (endpoint?.response ?? config.documented?.response) as
      | Record<string, unknown>
      | undefined;
    if (!answers) return payload;
    const status = String(reply.statusCode);
    const schema = answers[status] ?? answers[`${status[0]}xx`];
    if (!schema)
      throw new Error(`${request.routeOptions.url} answered ${status}, which its document does not name`);
    if (!(schema instanceof z.ZodType) || typeof payload !== 'string') return payload;
    const checked = schema.safeParse(JSON.parse(payload));
    if (!checked.success) {
      throw new Error(`${request.routeOptions.url} ${status}: ${z.prettifyError(checked.error)}`);
    }
    return payload;
  });
}

/**
 * Checks that answers stored for repeated calls name nobody: those kept for somebody else outlive the deletion of the
 * player they are about.
 */
async function expectNoPersonInKeptAnswers(db: Database): Promise<void> {
  const kept = await db.rows(sql`
    select answer from idempotent_answers
    where answer::text ~ '"(email|handle|avatar|googleId|discordUserId|epicId|author)":'`);
  if (kept.length > 0) throw new Error(`a kept answer names a person: ${JSON.stringify(kept[0])}`);
}

/** An answer's list with the fields beside it, as screens get them (`isList` of the contract). */
export function listIn<List>({
  message: _,
  status: __,
  data: list,
  ...beside
}: Record<string, unknown>): List {
  return { list, ...beside } as List;
}

/** The real app on its own database, with a clock that tests move. Jobs don't run on their own; call `app.tasks`. */
export async function startTestApp({
  config = {},
  log = createLogger(logLevel),
  onValidated,
  through = async (databaseUrl) => databaseUrl,
  sandboxUrl,
  templateUrl,
  isChecked = true,
  journal,
}: {
  config?: Partial<Config>;
  log?: Logger;
  /** Called with each request whose input is valid, before its handler. */
  onValidated?: (request: FastifyRequest) => void;
  /** Inserts something between the app and its database; returns the address to use. */
  through?: (databaseUrl: string) => Promise<string>;
  /** A running sandbox for the app's messages. */
  sandboxUrl?: string;
  /** The database to clone; by default this run's empty one. */
  templateUrl?: string;
  /** False if the test checks the answers itself. */
  isChecked?: boolean;
  /** The journal outside the database; by default nothing is kept. */
  journal?: Journal;
} = {}): Promise<TestApp> {
  const test = await createTestDatabase(templateUrl);
  const url = await through(test.url);
  const db = openDatabase(url);
  const listener = await createListener(url, log, db);
  const clock = fakeClock(new Date());
  const dataDir = makeScratchFolder('data');
  const configured = testConfig({ databaseUrl: test.url, dataDir, ...config });
  const app = await buildApp({
    config: configured,
    appSecret: testSecret,
    db,
    listener,
    clock,
    log,
    ...(await openStorage(configured)),
    ...(journal && { journal }),
    sandboxUrl,
    stopping: () => false,
  });
  if (isChecked) checkAgainstContract(app);
  if (onValidated) app.http.addHook('preHandler', async (request) => onValidated(request));
  await app.http.ready();
  const sessions = createSessions({
    db,
    clock,
    listener,
    adminIdleMs: configured.adminIdleMs,
    isFactorDemanded: configured.secondFactor.isDemanded,
  });
  const leaveDatabase = async (): Promise<TestDatabase> => {
    await app.http.close();
    await expectNoPersonInKeptAnswers(db);
    await listener.close();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
    return test;
  };
  return {
    app,
    db,
    listener,
    clock,
    databaseUrl: test.url,
    dataDir,
    sessions,
    signIn: (playerId) => db.transaction((tx) => sessions.start(tx, playerId)),
    call: ({ url, token, key, headers, ...options }) =>
      // A separate call, so that it works even while a test holds a lock.
      outsideTransaction(async () =>
        app.http.inject({
          ...options,
          url: `/api/v1${url}`,
          headers: {
            ...headers,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(key && { 'idempotency-key': key }),
          },
        }),
      ),
    leaveDatabase,
    async close() {
      await leaveDatabase();
      await test.drop();
    },
  };
}
