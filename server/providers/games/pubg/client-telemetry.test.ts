// SPDX-License-Identifier: Apache-2.0

import pino from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { patient } from '../../../../tests/support/patience.ts';
import { sendJson, sendText, startScriptedSource } from '../testing/scripted-source.ts';
import { createPubgClient, type PubgClient } from './client.ts';

const player = { accountId: 'account.e698aa4f6bef5ebf00276831135d24f1', kills: null };
const server = openForTests(startScriptedSource);
let client: PubgClient;
/** A client with short limits, for answers that never end. */
let impatient: PubgClient;
beforeAll(async () => {
  const of = { log: pino({ level: 'silent' }), baseUrl: server.baseUrl, apiKey: 'pubg-secret' };
  client = createPubgClient({ ...of, timeoutMs: patient(10_000) });
  impatient = createPubgClient({ ...of, timeoutMs: 150, telemetryTimeoutMs: 150 });
});

const events = [{ _T: 'LogMatchDefinition' }, { _T: 'LogMatchStart', _D: '2026-11-20T18:10:13.25Z' }];

it('telemetry is read from the publisher’s hosts only, without the key', async () => {
  server.answer(sendJson(200, events));
  expect(await client.readTelemetry(`${server.baseUrl}/t.json`, player)).toEqual({
    kind: 'telemetry',
    startedAt: '2026-11-20T18:10:13.250Z',
    botKills: null,
  });
  expect(server.requests.at(-1)?.authorization).toBeUndefined();
  const asked = server.requests.length;
  for (const url of [
    'http://169.254.169.254/a',
    'https://pubg.com.example/a',
    'http://telemetry-cdn.pubg.com/a',
    'no',
  ])
    expect(await client.readTelemetry(url, player)).toEqual({ kind: 'foreign' });
  expect(server.requests).toHaveLength(asked);
});

it('telemetry that never ends times out', async () => {
  server.answer((_request, response) => void response.write('['));
  expect(await impatient.readTelemetry(`${server.baseUrl}/t`, player)).toMatchObject({
    kind: 'fault',
  });
});

it.each([
  [403, 'AccessDenied', 'HTTP 403'],
  [404, 'NoSuchKey', 'HTTP 404'],
  [500, 'broken', 'HTTP 500'],
  [200, '<html>busy</html>', 'HTTP 200 without telemetry'],
])('missing telemetry is a fault: %i %s', async (status, text, detail) => {
  server.answer(sendText(status, text));
  expect(await client.readTelemetry(`${server.baseUrl}/t`, player)).toEqual({
    kind: 'fault',
    detail,
  });
});

it('telemetry that breaks off is a fault', async () => {
  const read = () => client.readTelemetry(`${server.baseUrl}/t`, player);
  server.answer((_request, response) => {
    response.write('[{"_T":"LogMatchDefinition"},');
    setImmediate(() => response.destroy());
  });
  expect(await read()).toMatchObject({ kind: 'fault' });
});
