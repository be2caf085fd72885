// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const app = openForTests(() => startTestApp({ log: journal.log, config: { rateLimitPerMinute: 100_000 } }));

const honest = { name: 'TypeError', message: 'x is not a function', place: 'shell-Ab.js:1:2', page: '/home' };
const report = (payload: object, remoteAddress = '10.9.9.9') =>
  app.call({ method: 'POST', url: '/browser-errors', payload, remoteAddress });
async function kept(): Promise<string> {
  const rows = await app.db.rows(sql`select name, message, place, page from browser_errors`);
  return JSON.stringify(rows);
}

attack('2.4.1', 'fill the database with invented browser errors', async () => {
  for (let sent = 0; sent < 400; sent++) {
    const answer = await report({ ...honest, place: `x.js:1:${sent}` }, `10.1.${sent % 200}.${sent % 7}`);
    expect(answer.statusCode).toBe(200);
  }
  expect((await kept()).length).toBeLessThan(10);
  return 'counted in memory, by network, and written as groups';
});

attack('5.2.1', 'send an extremely long error', async () => {
  const huge = await report({ ...honest, message: 'a'.repeat(60_000) });
  expect((await report({ ...honest, message: 'a'.repeat(501) })).json().code).toBe('invalid_request');
  return journal.refused(huge, 'too_large');
});

attack('1.2.1', 'inject a script, SQL or a log line into what administrators read', async () => {
  const evil = '<img src=x onerror=alert(1)>\'; drop table players; --\n{"msg":"forged"}';
  for (const payload of [
    { ...honest, message: evil },
    { ...honest, name: evil.slice(0, 20) },
    { ...honest, page: `/${evil}` },
  ]) {
    await report(payload, '10.2.0.1');
  }
  const refused = await report({ ...honest, place: '<b>.js:1:1' }, '10.2.0.1');
  await app.app.http.close();
  const text = await kept();
  expect(text).not.toMatch(/onerror=alert|drop table|forged|<img src/);
  for (const line of journal.text().trim().split('\n')) expect(JSON.parse(line).msg).not.toBe('forged');
  return journal.refused(refused, 'invalid_request');
});
