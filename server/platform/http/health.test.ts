// SPDX-License-Identifier: Apache-2.0

import perfHooks from 'node:perf_hooks';
import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { addAnswered } from './answered.ts';
import { type HealthDeps, healthRoutes } from './health.ts';

const apps: ReturnType<typeof fastify>[] = [];
afterEach(async () => void (await Promise.all(apps.splice(0).map((app) => app.close()))));

const jobs = [
  { task: 'mail', count: 2, waiting: 3, running: 1, scheduled: 4, waitingSeconds: 5 },
  { task: 'order.completed', count: 1, waiting: 0, running: 0, scheduled: 0, waitingSeconds: 0 },
];
const db = {
  row: async () => ({}),
  rows: async () => jobs,
  one: async () => ({ timeline: 1, from: '0/10', behindBytes: 16, isTaken: true }),
  pool: { totalCount: 9, idleCount: 7, waitingCount: 2 },
};

const never = () => {
  throw new Error('is not asked for');
};

/** The routes on a separate server, with replaceable dependencies. */
function start(given: { [Name in keyof HealthDeps]?: unknown } = {}) {
  const app = fastify();
  apps.push(app);
  app.decorate('admission', { inside: 1, waiting: 2, refused: 3, newTurn: never });
  app.decorateReply('refusalCode', '');
  addAnswered(app);
  const deps = {
    db,
    listener: { connected: true },
    hub: { size: 8 },
    version: '1.2.3',
    release: '1.2.3-0123456789ab',
    metricsToken: 'a token',
    dataDir: '/not-here',
    isBackedUp: true,
    outsideServices: [],
    isDomainEvent: (task: string) => task.includes('.'),
    stopping: () => false,
  };
  healthRoutes(app, { ...deps, ...given } as HealthDeps);
  const answered: string[] = [];
  app.addHook('onResponse', async ({ url }) => void answered.push(url));
  const ask = async (url: string, headers = {}) => {
    const answer = await app.inject({ url, headers });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };
  const figures = async () => {
    const { body } = await ask('/metrics', { authorization: 'Bearer a token' });
    return (body as string)
      .split('\n')
      .filter((line) => !/^(# \w+ )?(process|nodejs|outside|backup|mails)_|^$/.test(line));
  };
  return { app, ask, figures, answered };
}

it('reports that the process is alive, with its version', async () => {
  expect(await start().ask('/healthz')).toMatchObject({
    status: 200,
    body: { status: 'ok', version: '1.2.3', release: '1.2.3-0123456789ab' },
  });
});

it.each([
  ['it listens to the database, without a query', true, 'never', false, true, true],
  ['it does not listen, and the database answers', false, 'yes', false, true, true],
  ['the database fails', false, 'no', false, false, false],
  ['the database is silent', false, 'never', false, false, false],
  ['it is stopping', true, 'yes', true, false, true],
])('reports whether it can serve when %s', async (_where, connected, says, isStopping, isReady, database) => {
  const answers: Record<string, () => Promise<unknown>> = {
    yes: async () => ({}),
    no: () => Promise.reject(new Error('away')),
    never: () => new Promise(() => {}),
  };
  const { ask } = start({
    db: { ...db, row: answers[says] },
    listener: { connected },
    stopping: () => isStopping,
  });
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  expect(await ask('/readyz')).toMatchObject({
    status: isReady ? 200 : 503,
    body: {
      status: isReady ? 'ready' : 'not ready',
      release: '1.2.3-0123456789ab',
      database,
      listening: connected,
    },
  });
  // No timer remains that would keep the process from ending.
  expect(timers()).toBeLessThanOrEqual(before);
});

it('reports readiness without the database to a load balancer that excludes it', async () => {
  const away = {
    db: { ...db, row: async () => Promise.reject(new Error('away')) },
    listener: { connected: false },
  };
  expect(await start(away).ask('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready' } });
  expect(await start(away).ask('/readyz?exclude=database')).toMatchObject({
    status: 200,
    body: { status: 'ready', database: false },
  });
  expect(await start(away).ask('/readyz?exclude=all')).toMatchObject({ status: 503 });
  const stopping = start({ ...away, stopping: () => true });
  expect(await stopping.ask('/readyz?exclude=database')).toMatchObject({ status: 503 });
});

it('shows metrics only to holders of the token', async () => {
  const { ask } = start();
  const withToken = (authorization?: string) =>
    ask('/metrics', authorization === undefined ? {} : { authorization });
  for (const wrong of [undefined, '', 'Bearer a taken', 'Bearer a token2', 'a token']) {
    expect(await withToken(wrong)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  }
  const { status, headers, body } = await withToken('Bearer a token');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(body).toContain('process_cpu_user_seconds_total');
  expect(body).toContain('outside_calls_total');
  expect(body).toMatch(/^backup_log_behind_bytes 16$/m);
  expect(await start({ metricsToken: undefined }).ask('/metrics')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

it('monitors the process once, however many servers it starts', async () => {
  const { figures: before } = start();
  await before();
  const watch = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const { ask } = start();
  const { body } = await ask('/metrics', { authorization: 'Bearer a token' });
  expect(body).toContain('nodejs_eventloop_lag_seconds');
  expect(watch).not.toHaveBeenCalled();
});

it('exports streams, connections, calls, jobs and database figures with help texts', async () => {
  const { figures, ask, answered } = start();
  await ask('/nowhere');
  const told = await figures();
  expect(told.filter((line) => !line.includes('http_request_duration'))).toEqual([
    '# HELP live_streams Open live streams on this process',
    '# TYPE live_streams gauge',
    'live_streams 8',
    '# HELP database_connections Connections in the pool, by state',
    '# TYPE database_connections gauge',
    'database_connections{state="open"} 9',
    'database_connections{state="idle"} 7',
    'database_connections{state="waiting"} 2',
    '# HELP calls Calls in progress, and calls waiting for admission',
    '# TYPE calls gauge',
    'calls{state="working"} 1',
    'calls{state="waiting"} 2',
    '# HELP calls_refused_busy_total Calls refused with 503 after waiting too long for admission',
    '# TYPE calls_refused_busy_total counter',
    'calls_refused_busy_total 3',
    '# HELP jobs_failed_for_good Jobs that failed on their last try and wait for an operator',
    '# TYPE jobs_failed_for_good gauge',
    'jobs_failed_for_good{task="mail",kind="task"} 2',
    'jobs_failed_for_good{task="order.completed",kind="domain_event"} 1',
    '# HELP job_oldest_waiting_seconds Seconds that the oldest waiting job of a task has been due',
    '# TYPE job_oldest_waiting_seconds gauge',
    'job_oldest_waiting_seconds{task="mail"} 5',
    'job_oldest_waiting_seconds{task="order.completed"} 0',
    '# HELP jobs Jobs that are waiting, running or scheduled',
    '# TYPE jobs gauge',
    'jobs{task="mail",state="waiting"} 3',
    'jobs{task="mail",state="running"} 1',
    'jobs{task="mail",state="scheduled"} 4',
    'jobs{task="order.completed",state="waiting"} 0',
    'jobs{task="order.completed",state="running"} 0',
    'jobs{task="order.completed",state="scheduled"} 0',
    '# HELP data_disk_free_bytes Free bytes on the disk of DATA_DIR',
    '# TYPE data_disk_free_bytes gauge',
    '# HELP data_disk_size_bytes Size of the disk of DATA_DIR in bytes',
    '# TYPE data_disk_size_bytes gauge',
    '# HELP database_listening 1 while the process receives notifications of the database, 0 while it may miss some',
    '# TYPE database_listening gauge',
    'database_listening 1',
  ]);
  expect(told).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
  const sum = told.find((line) => line.startsWith('http_request_duration_seconds_sum')) as string;
  expect(Number(sum.split(' ').pop())).toBeLessThan(1);
  // Other listeners still receive answers too.
  expect(answered).toEqual(['/nowhere', '/metrics']);
});

it('exports current values: continuing counters, and no vanished tasks', async () => {
  let rows: object[] = jobs;
  const listener = { connected: false };
  const { figures } = start({ db: { ...db, rows: async () => rows }, listener });
  const one = (told: string[], name: string) => told.filter((line) => line.startsWith(name));
  const first = await figures();
  expect(one(first, 'database_listening')).toEqual(['database_listening 0']);
  rows = jobs.slice(0, 1);
  const second = await figures();
  expect(second.join('\n')).not.toContain('order.completed');
  expect(one(second, 'calls_refused')).toEqual(['calls_refused_busy_total 3']);
  expect(one(second, 'http_request_duration_seconds_count')).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1',
  ]);
});

it('health checks are exempt from admission control and rate limits', async () => {
  const { app, ask } = start();
  const configs: object[] = [];
  app.addHook('onRequest', async ({ routeOptions }) => void configs.push(routeOptions.config));
  for (const url of ['/healthz', '/readyz', '/metrics']) await ask(url);
  const free = { isUnlimited: true, skipsAdmission: true };
  expect(configs).toMatchObject([free, free, free]);
});
