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
  /** Folder of what is stored on disk. */
  dataDir: string;
  sessions: Sessions;
  /** Creates a session for that player and returns its token. */
  signIn(playerId: string): Promise<string>;
  /** Injects a request below `/api/v1`, with the session if a token is given. */
  call(
    options: InjectOptions & { url: string; token?: string; key?: string },
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
  /** Closes everything except the database, which can then be copied. */
  leaveDatabase(): Promise<TestDatabase>;
}

export const testSecret = 'a secret for tests, long enough to be taken';
const logLevel = process.env.TEST_LOG ?? 'silent';

/** The configuration of a full sandbox, with parts replaced. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  // A hundred simultaneous calls on a busy machine are not meant to test overload.
  const limits = { rateLimitPerMinute: 100_000, maxCallWaitMs: 60_000, drainMs: 0 };
  // Tests move their clocks by days. Where it matters, a test sets how long an administrator may be idle, or when an account
  // is erased.
  const days = { adminIdleMs: 365 * 24 * 3_600_000, deletionGraceMs: 0 };
  return { ...readConfig({}), ...limits, ...days, ...overrides };
}

/** Every answer must be documented in OpenAPI: its status, and its body by that status' schema. */
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
 * Answers kept for replays outlive the deletion of a player whom they are about, if they are kept for somebody else: so they
 * must not name anybody.
 */
async function expectNoPersonInKeptAnswers(db: Database): Promise<void> {
  const kept = await db.rows(sql`
    select answer from idempotent_answers
    where answer::text ~ '"(email|handle|avatar|googleId|discordUserId|epicId|author)":'`);
  if (kept.length > 0) throw new Error(`a kept answer names a person: ${JSON.stringify(kept[0])}`);
}

/** The list of an answer's body and the fields beside it, as screens get them (`isList` of the contract). */
export function listIn<List>({
  message: _,
  status: __,
  data: list,
  ...beside
}: Record<string, unknown>): List {
  return { list, ...beside } as List;
}

/** The real app on its own database, with a clock that tests advance. Jobs do not run: call `app.tasks`. */
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
  /** Receives each request whose input was found valid, like its handler. */
  onValidated?: (request: FastifyRequest) => void;
  /** Puts something between the app and its database; returns the address to use. */
  through?: (databaseUrl: string) => Promise<string>;
  /** A running sandbox to which the app may send messages. */
  sandboxUrl?: string;
  /** The database to clone; by default the empty one of this run. */
  templateUrl?: string;
  /** False: the test checks the answers itself. */
  isChecked?: boolean;
  /** Receives what must outlive the database; by default nothing is kept. */
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
      // A separate call, even in a test that holds a lock meanwhile.
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
