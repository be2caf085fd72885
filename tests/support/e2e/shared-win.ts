// SPDX-License-Identifier: Apache-2.0

import { type APIRequestContext, type Browser, request } from '@playwright/test';
import type { Attempt, Challenge } from '../../../contract/challenges.ts';
import { patient } from '../patience.ts';
import type { RunningApp } from './app.ts';
import { playMatch, signIn, stored, uniqueName } from './play.ts';
import { expect } from './test.ts';

/** A new player wins a challenge and shares it. @returns the path of the shared receipt */
export async function shareWin(app: RunningApp, browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await signIn(page, { at: app.url });
  const token = await stored(page, 'authToken');
  await page.close();
  const headers = { authorization: `Bearer ${token}` };
  const api = await request.newContext({ baseURL: `${app.url}/api/v1/`, extraHTTPHeaders: headers });
  const attemptId = await win(app, api);
  const share = await api.put(`challenge/attempts/${attemptId}/share`, { data: {} });
  const { data } = await share.json();
  await api.dispose();
  return `/r/${data._id}`;
}

async function win(app: RunningApp, api: APIRequestContext): Promise<string> {
  const read = async (path: string) => (await (await api.get(path)).json()).data;
  const open = ((await read('challenge/get-all')) as Challenge[]).find(({ isActive }) => isActive);
  const { challengeType } = open?.challengeVariants[0] ?? {};
  const epicId = uniqueName();
  const started = await api.post('challenge/start', {
    data: { epicId, challengeId: open?._id, challengeType },
  });
  const { attemptId } = (await started.json()).data;
  await playMatch(app, epicId, { placement: 1, kills: 20 });
  const getStatus = async () => ((await read('challenge/my-attempts')) as Attempt[])[0]?.status;
  await expect.poll(getStatus, { timeout: patient(60_000) }).toBe('SUCCESS');
  return attemptId;
}
