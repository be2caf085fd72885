// SPDX-License-Identifier: Apache-2.0

import { timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { gaugeRetainedLog } from '../backup/log-state.ts';
import type { Database } from '../db/database.ts';
import { gaugeFailedJobs } from '../jobs/failed-jobs.ts';
import { gaugeJobs } from '../jobs/job-metrics.ts';
import type { Listener } from '../listen.ts';
import type { LiveHub } from '../live/hub.ts';
import { countMails } from '../mail/mail-counts.ts';
import { countOutsideCalls, type OutsideService } from '../outside-call.ts';
import { refuse } from '../refusal.ts';
import { gaugeDisk } from './disk-figures.ts';
import { sendRefusal } from './errors.ts';
import { documentedRefusal } from './openapi.ts';
import { requestDurations } from './request-durations.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Features register their own figures here. */
    metrics: Registry;
  }
}

export interface HealthDeps {
  db: Database;
  listener: Listener;
  hub: LiveHub;
  version: string;
  /** Version and commit. */
  release: string;
  metricsToken: string | undefined;
  /** DATA_DIR. */
  dataDir: string;
  /** Whether this process takes backups. */
  isBackedUp: boolean;
  /** The services that this process may call. */
  outsideServices: readonly OutsideService[];
  /** Whether a task delivers a domain event. */
  isDomainEvent: (task: string) => boolean;
  /** True once the process has been asked to stop. */
  stopping: () => boolean;
}

let processFigures: Registry | undefined;

/**
 * Figures about the process, measured once however many servers it starts: prom-client never stops watching the event
 * loop and the garbage collector, and would keep every closed server in memory.
 */
function getProcessFigures(): Registry {
  if (!processFigures) {
    processFigures = new Registry();
    collectDefaultMetrics({ register: processFigures });
  }
  return processFigures;
}

function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const health = (description: string) => ({
  description,
  type: 'object',
  properties: { status: { type: 'string' } },
});
const documented = {
  healthz: {
    summary: 'Check whether the process runs',
    response: { 200: health('It runs'), '4XX': documentedRefusal('The call was refused') },
  },
  readyz: {
    summary: 'Check whether the process can serve',
    querystring: {
      type: 'object',
      properties: {
        exclude: {
          type: 'string',
          enum: ['database'],
          description: 'A part that may be missing',
        },
      },
    },
    response: {
      200: health('It can serve'),
      503: health('The database does not answer, or the process is stopping'),
      '4XX': documentedRefusal('The call was refused'),
    },
  },
  metrics: {
    summary: 'Get metrics for Prometheus',
    security: [{ metrics: [] }],
    response: {
      200: { description: 'The metrics', content: { 'text/plain': { schema: { type: 'string' } } } },
      401: documentedRefusal('Refused: not_signed_in'),
      404: documentedRefusal('Refused: not_found; METRICS_TOKEN is not set'),
    },
  },
};

/** A load balancer needs an immediate answer; a slower one counts as none. */
const askForMs = 1_000;

async function answersWithin(db: Database, ms: number): Promise<boolean> {
  const answer = db.row(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, delay(ms, false, { ref: false })]);
}

/** For monitoring: not rate-limited, and answered while the process is busy or the database is unavailable. */
function watched(document: NonNullable<FastifyContextConfig['documented']>) {
  return { config: { documented: document, isUnlimited: true, skipsAdmission: true } };
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve (the database answers, the process is not stopping). A process
 * that cannot listen still serves correctly, only slower (it caches nothing) and without live updates, so it reports
 * ready with a remark. `/readyz?exclude=database` is for balancers that would otherwise have no process left while the
 * database is unavailable; players then get an explanation. `/metrics`: Prometheus figures, only for holders of
 * METRICS_TOKEN.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const { db, listener, hub, version, release, metricsToken } = deps;
  const registry = Registry.merge([getProcessFigures()]);
  app.decorate('metrics', registry);
  new Gauge({
    name: 'live_streams',
    help: 'Open live streams on this process',
    registers: [registry],
    collect() {
      this.set(hub.size);
    },
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections in the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, db.pool.totalCount);
      this.set({ state: 'idle' }, db.pool.idleCount);
      this.set({ state: 'waiting' }, db.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'calls',
    help: 'Calls in progress, and calls waiting for admission',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'working' }, app.admission.inside);
      this.set({ state: 'waiting' }, app.admission.waiting);
    },
  });
  new Counter({
    name: 'calls_refused_busy_total',
    help: 'Calls refused with 503 after waiting too long for admission',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(app.admission.refused);
    },
  });
  gaugeFailedJobs(registry, db, deps.isDomainEvent);
  gaugeJobs(registry, db);
  countOutsideCalls(registry, deps.outsideServices);
  countMails(registry);
  gaugeRetainedLog(registry, db, deps.isBackedUp);
  gaugeDisk(registry, deps.dataDir);
  new Gauge({
    name: 'database_listening',
    help: '1 while the process receives notifications of the database, 0 while it may miss some',
    registers: [registry],
    collect() {
      this.set(listener.connected ? 1 : 0);
    },
  });
  app.onAnswered(requestDurations(registry));

  app.get('/healthz', watched(documented.healthz), async () => ({
    status: 'ok',
    version,
    release,
  }));

  readinessRoute(app, deps);

  app.get('/metrics', watched(documented.metrics), async (request, reply) => {
    if (!metricsToken) return sendRefusal(reply, refuse('not_found'));
    if (!sameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      return sendRefusal(reply, refuse('not_signed_in'));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function readinessRoute(app: FastifyInstance, { db, listener, release, stopping }: HealthDeps): void {
  app.get<{ Querystring: { exclude?: string } }>(
    '/readyz',
    watched(documented.readyz),
    async (request, reply) => {
      // A recent message on the listening connection proves as much as a query, without waiting for one.
      const databaseAnswers = listener.connected || (await answersWithin(db, askForMs));
      const ready = (databaseAnswers || request.query.exclude === 'database') && !stopping();
      return reply.code(ready ? 200 : 503).send({
        status: ready ? 'ready' : 'not ready',
        release,
        database: databaseAnswers,
        listening: listener.connected,
      });
    },
  );
}
