// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../tests/support/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { patient } from '../tests/support/patience.ts';
import { copiedOutput, createLogger } from './platform/log.ts';
import { otlpLogs } from './platform/otlp-logs.ts';
import { otlpTracer } from './platform/otlp-tracer.ts';
import { askOutside } from './platform/outside-call.ts';
import { type Tracer, traceBy } from './platform/tracing.ts';

interface Sent {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

/** A collector that speaks just enough OTLP over HTTP. */
const spans: Sent[] = [];
const tokens = new Set<string | undefined>();
let collector: Server;
let tracer: Tracer;
let test: TestApp;
let playerId: string;
let token: string;
const lines: string[] = [];
const output = copiedOutput({ write: (line) => void lines.push(line) });
const log = createLogger('debug', output);
/** A log line as a collector receives it. */
interface SentLine {
  timeUnixNano: string;
  severityNumber: number;
  severityText: string;
  body: { stringValue: string };
  traceId?: string;
  spanId?: string;
  attributes: Sent['attributes'];
}
const records: SentLine[] = [];
const resources: Pick<Sent, 'attributes'>[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    tokens.add(request.headers['x-token'] as string | undefined);
    if (request.url === '/v1/logs') {
      for (const { scopeLogs } of JSON.parse(body).resourceLogs) {
        for (const scope of scopeLogs) records.push(...scope.logRecords);
      }
    }
    if (request.url === '/v1/traces') {
      const { resourceSpans } = JSON.parse(body);
      for (const { resource } of resourceSpans) resources.push(resource);
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-token=of the collector');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'service.name=arena, deployment.environment.name=trial%2C%202');
  tracer = otlpTracer(collected());
  traceBy(tracer);
  test = await startTestApp({ log });
  playerId = (await createPlayer(test.db)).id;
  token = await test.signIn(playerId);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  traceBy(undefined);
  await test?.close();
  collector?.close();
});

const collected = () => ({
  endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
  service: { name: 'finalring', version: '0' },
});

const factsOf = ({ attributes }: Pick<Sent, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it("links a browser's call to its statements, outside calls and log lines", async () => {
  const traceId = 'a'.repeat(32);
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
  const answer = await test.call({ url: '/transaction/history?limit=3', token, headers: { traceparent } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.traceresponse).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  await test.call({ url: '/no-such-address', headers: { traceparent: '00-zz-1-01' } });
  await test.app.tasks['seal-transfers']?.({} as never);
  await tracer.begin('x', 'internal', {}).end();
  const failing = askOutside(
    log,
    { provider: 'google', what: 'keys' },
    () => Promise.reject(new TypeError('no')),
    () => ({}),
  );
  await expect(failing).rejects.toThrow('no');
  await tracer.close();

  expect([...tokens]).toEqual(['of the collector']);
  // Which of several processes it was, and the operator's attributes of it.
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  for (const resource of resources) {
    expect(factsOf(resource)).toEqual({
      'service.name': 'arena',
      'service.version': '0',
      'service.instance.id': expect.stringMatching(uuid),
      'deployment.environment.name': 'trial, 2',
    });
  }
  expect(new Set(resources.map((resource) => factsOf(resource)['service.instance.id'])).size).toBe(1);
  const ours = spans.filter((span) => span.traceId === traceId);
  const root = ours.find(({ name }) => name === 'GET /api/v1/transaction/history');
  expect(root?.parentSpanId).toBe('b'.repeat(16));
  expect(factsOf(root as Sent)).toMatchObject({
    'http.response.status_code': 200,
    'request.id': answer.headers['x-request-id'],
  });
  const statements = ours.filter(({ name }) => name === 'SQL');
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(statement.parentSpanId).toBe(root?.spanId);
  expect(factsOf(statements[0] as Sent)['db.query.text']).toMatch(/\$1/);
  const job = spans.find(({ name }) => name === 'job seal-transfers');
  expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
  const line = lines.map((text) => JSON.parse(text)).find((said) => said.traceId === traceId);
  expect(line).toMatchObject({ requestId: answer.headers['x-request-id'], msg: 'answered' });
  // Nothing personal: no parameters, addresses, tokens.
  const text = JSON.stringify(spans);
  for (const secret of [playerId, token, 'limit=3']) expect(text).not.toContain(secret);
});

it('exports log lines with their traces when configured, without redacted parts', async () => {
  const logs = otlpLogs(collected());
  output.copyTo(logs.send);
  traceBy(otlpTracer(collected()));
  const traceId = 'd'.repeat(32);
  const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
  await test.call({ url: '/transaction/history?limit=3', token, headers: { traceparent } });
  log.error(
    { err: new RangeError('too far'), token: 'a secret', headers: { cookie: 'session' } },
    'went wrong',
  );
  await logs.close();
  const [answered] = records.filter((record) => record.traceId === traceId);
  const line = lines.map((text) => JSON.parse(text)).find((said) => said.traceId === traceId);
  expect(answered).toMatchObject({
    severityNumber: 5,
    severityText: 'DEBUG',
    body: { stringValue: 'answered' },
    spanId: line.spanId,
    timeUnixNano: `${line.time}000000`,
  });
  expect(factsOf(answered as SentLine).requestId).toBe(line.requestId);
  const wrong = records.find(({ body }) => body.stringValue === 'went wrong') as SentLine;
  expect(wrong).toMatchObject({ severityNumber: 17, severityText: 'ERROR' });
  expect(factsOf(wrong)).toMatchObject({ 'exception.type': 'RangeError', 'exception.message': 'too far' });
  expect(JSON.stringify(records)).not.toMatch(/a secret|session"/);
  // Later lines only go to standard output, without an error.
  log.info('late');
  expect(lines.at(-1)).toContain('late');
});

it('records a trace even when its flag says not to', async () => {
  const unflagged = otlpTracer(collected());
  spans.length = 0;
  unflagged.begin('call', 'server', {}, `00-${'f'.repeat(32)}-${'b'.repeat(16)}-00`).end();
  await unflagged.close();
  expect(spans.map(({ name }) => name)).toEqual(['call']);
});

it('tracing is loaded only by main, and only when configured', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('start-tracing.ts')).toContain('if (!tracing) return;\n  const { otlpTracer } = await import(');
  expect(read('start-tracing.ts')).toMatch(/if \(output\) \{\n {4}const \{ otlpLogs \} = await import/);
  expect(read('main.ts')).toContain('const output = config.tracing?.withLogs ?');
  expect(read('platform/tracing.ts')).not.toContain('@opentelemetry');
});

it('adds nothing when tracing is off, and survives a missing collector', {
  tags: ['long'],
}, async () => {
  traceBy(undefined);
  const plain = await startTestApp();
  expect((await plain.call({ url: '/config' })).headers.traceresponse).toBeUndefined();
  await plain.close();
  const lost = otlpTracer({
    endpoint: 'http://127.0.0.1:1',
    service: { name: 'x', version: '0' },
  });
  traceBy(lost);
  const traced = await startTestApp();
  for (let calls = 0; calls < 50; calls++) {
    expect((await traced.call({ url: '/config' })).statusCode).toBe(200);
  }
  await traced.close();
  const began = performance.now();
  await lost.close();
  expect(performance.now() - began).toBeLessThan(patient(4_000));
  vi.restoreAllMocks();
});
