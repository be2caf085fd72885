// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { getName, sampleCall } from '../tests/support/sample-calls.ts';
import { createLogger } from './platform/log.ts';

/** Part of every personal or secret value in this test, and of no other value. */
const mark = /quimby/i;
const person = { name: 'Zara Quimby', email: 'zara.quimby@player.test' };
const address = '10.66.77.88';
/** Calls whose answers contain personal data. */
const isAboutPeople = /^\/(auth|super-admin|friends|challenge\/(start|practice|check-account|attempts))/;
/** These end sessions or accounts that the other calls need. */
const ending = /^(POST \/auth\/(logout|delete-account)|GET \/live|DELETE \/(auth\/sessions|super-admin))/;

const lines: string[] = [];
const app = openForTests(() =>
  startAdminTest({
    log: createLogger('trace', { write: (line) => lines.push(line) }),
    // Nothing listens there, so the failure is logged.
    config: {
      gameStats: {
        fortnite: {
          baseUrl: 'http://127.0.0.1:1',
          keys: [{ key: 'quimby-key', requestsPerSecond: 100 }],
        },
      },
    },
  }),
);
let boss: { id: string; token: string };
let endpoints: Endpoint[];
beforeAll(async () => {
  boss = await app.person({ role: 'SUPER_ADMIN', ...person });
  endpoints = await endpointsOfContract();
});

/** The traces that calls leave outside the tables that they are about. */
async function listTraces(): Promise<string[]> {
  const rows = await app.db.rows<{ text: string }>(sql`
    select answer::text as text from idempotent_answers
    union all select payload::text from graphile_worker._private_jobs
    union all select key from idempotent_answers`);
  return [...lines, ...rows.map(({ text }) => text)];
}

it('leaves no personal data, secret or address in logs, stored answers or jobs after any call', {
  tags: ['long'],
}, async () => {
  const player = await app.person({ ...person, email: 'other.quimby@player.test' });
  for (const endpoint of endpoints) {
    if (ending.test(getName(endpoint))) continue;
    const { method, url, payload, headers } = await sampleCall(endpoint, player.id);
    const marked =
      payload && !Buffer.isBuffer(payload) && isAboutPeople.test(endpoint.path)
        ? JSON.parse(JSON.stringify(payload).replaceAll('Sample', 'Quimby').replaceAll('sample', 'quimby'))
        : payload;
    await app.call({
      method,
      url: method === 'GET' ? `${url}${url.includes('?') ? '&' : '?'}search=quimby` : url,
      token: boss.token,
      key: randomUUID(),
      remoteAddress: address,
      headers: { 'user-agent': 'Quimby/1.0', ...headers },
      ...(marked && { payload: marked }),
    });
  }
  const note = { note: 'Quimby is well known' };
  expect((await app.post(boss, player, 'notes', note)).statusCode).toBe(200);
  expect((await app.update(boss, player, { name: 'Quimby Again' })).statusCode).toBe(200);
  const found = (await listTraces()).filter(
    (text) => mark.test(text) || text.includes(boss.token) || text.includes(address),
  );
  expect(found).toEqual([]);
  // The log includes the libraries' own lines.
  expect(lines.some((line) => line.includes('busboy'))).toBe(true);
});
