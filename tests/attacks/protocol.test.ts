// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { createPlayer } from '../support/factories.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const app = openForTests(() => startTestApp({ log: journal.log }));
let token: string;
beforeAll(async () => {
  token = await app.signIn((await createPlayer(app.db)).id);
});

attack('4.1.4', 'change data through a GET with a method override', async () => {
  const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
  const answer = await app.call({ url: '/auth/get-profile?_method=DELETE', token, headers });
  expect(answer.statusCode).toBe(200);
  return 'the method of the request counts';
});

attack('4.1.4', 'call with an unsupported method', async () => {
  const answer = await app.call({ method: 'PATCH', url: '/auth/get-profile', token });
  return journal.refused(answer, 'method_not_allowed');
});

attack('15.3.7', 'send two values for one parameter', async () => {
  const answer = await app.call({ url: '/transaction/history?limit=1&limit=100', token });
  return journal.refused(answer, 'invalid_request');
});

attack('5.2.1', 'use up memory with an endless body', async () => {
  const payload = { authToken: 'a'.repeat(70_000) };
  return journal.refused(await app.call({ method: 'POST', url: '/auth/exchange', payload }), 'too_large');
});

attack('15.2.2', 'use up the stack with a deeply nested body', async () => {
  const payload = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await app.call({ method: 'POST', url: '/auth/exchange', payload, headers });
  return journal.refused(answer, 'invalid_request');
});

attack('1.5.2', 'have a body parsed as something other than JSON', async () => {
  const headers = { 'content-type': 'application/xml' };
  const payload = '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>';
  const answer = await app.call({ method: 'POST', url: '/auth/exchange', payload, headers });
  return journal.refused(answer, 'unsupported_media_type');
});

attack('16.4.1', 'inject lines into the log', async () => {
  const id = 'x"}\n{"level":60,"msg":"forged"}';
  await app.call({
    url: `/auth/get-profile?x=${encodeURIComponent(id)}`,
    headers: { 'user-agent': 'forged' },
  });
  await app.call({ url: '/unknown', headers: { 'x-request-id': '{"msg":"forged"}' } });
  for (const line of journal.text().trim().split('\n')) expect(JSON.parse(line).msg).not.toBe('forged');
  return 'each line is JSON of the server’s own';
});

attack('16.5.1', "learn the server's internals from an error", async () => {
  for (const url of ['/super-admin/users/%00', '/auth/%ff', '/challenge/shared/1%27--', '/unknown']) {
    const { statusCode, body } = await app.call({ url, token });
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
    expect(body).not.toMatch(/node_modules|\.ts:|at \w+ \(|select|syntax/i);
  }
  return '4xx with a message for people';
});

attack('1.2.1', 'have an API answer interpreted as a page', async () => {
  const url = `/referrals/invitations/${encodeURIComponent('<script>alert(1)</script>')}`;
  const answer = await app.call({ url });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'");
  return 'JSON, nosniff, and a policy that runs nothing';
});

attack('2.4.1', 'block everybody by flooding from one network', async () => {
  const limited = await startTestApp({ config: { rateLimitPerMinute: 20 }, log: journal.log });
  try {
    const ask = (remoteAddress: string) => limited.call({ url: '/config', remoteAddress });
    const answers = [];
    for (let number = 0; number < 25; number++) answers.push(await ask('203.0.113.9'));
    expect((await ask('203.0.113.10')).statusCode).toBe(200);
    return await journal.refused(answers.at(-1) as (typeof answers)[0], 'too_many_requests');
  } finally {
    await limited.close();
  }
});

attack('2.3.2', "reuse another caller's idempotency key", async () => {
  const other = await app.signIn((await createPlayer(app.db)).id);
  const key = randomUUID();
  const set = (by: string) =>
    app.call({ method: 'PUT', url: '/auth/avatar', token: by, key, payload: { avatar: 'owl' } });
  expect([(await set(token)).statusCode, (await set(other)).statusCode]).toEqual([200, 200]);
  return 'a key counts for its player alone';
});
