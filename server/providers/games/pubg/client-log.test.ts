// SPDX-License-Identifier: Apache-2.0

import pino from 'pino';
import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { sendJson, startScriptedSource } from '../testing/scripted-source.ts';
import { createPubgClient } from './client.ts';

const server = openForTests(startScriptedSource);

it('logs why a match or its telemetry could not be read', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const client = createPubgClient({ baseUrl: server.baseUrl, apiKey: 'key', log });
  const of = { accountId: 'account.a', kills: null };
  server.answer(sendJson(404, { errors: [{ title: 'Not Found' }] }));
  await client.readMatch('steam', 'lost', of.accountId);
  server.answer(sendJson(500, {}));
  await client.readTelemetry(`${server.baseUrl}/t`, of);
  await client.readTelemetry('https://pubg.com.example/t', of);
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /match|telemetry/.test(msg));
  expect(told).toMatchObject([
    { matchId: 'lost', detail: 'HTTP 404: Not Found' },
    { url: `${server.baseUrl}/t`, detail: 'HTTP 500' },
    { url: 'https://pubg.com.example/t' },
  ]);
});
