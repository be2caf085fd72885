// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { sendJson, startScriptedSource } from '../testing/scripted-source.ts';
import { checkPubg } from './check-pubg.ts';

const server = openForTests(startScriptedSource);

const errorOf = (title: string) => ({ errors: [{ title }] });
const limited = { 'x-ratelimit-limit': '10' };
const check = () => checkPubg({ baseUrl: server.baseUrl, keys: [{ key: 'pubg-secret' }] });

it.each([
  [404, errorOf('Not Found'), 'ok', 'our key works, 10 requests a minute'],
  [401, errorOf('Unauthorized'), 'wrong', 'our key is refused'],
  [429, errorOf('Too Many Requests'), 'look', 'our key makes too many requests'],
  [500, errorOf('Internal Server Error'), 'wrong', 'HTTP 500: Internal Server Error'],
])('explains an answer with status %i', async (status, body, state, says) => {
  server.answer(sendJson(status, body, limited));
  expect(await check()).toMatchObject([{ about: 'pubg statistics', state, says }]);
});
