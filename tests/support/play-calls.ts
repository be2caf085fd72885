// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** Responsible-play calls to `app`, as [status, code or data]. */
export function playCalls(app: () => TestApp) {
  const send =
    (method: 'POST' | 'PUT', url: string) =>
    async ({ token }: { token: string }, payload: object): Promise<[number, unknown]> => {
      const answer = await app().call({ method, url, token, key: randomUUID(), payload });
      const { code, data } = answer.json();
      return [answer.statusCode, code ?? data];
    };
  return {
    state: send('POST', '/play/statement'),
    pause: send('POST', '/play/pause'),
    accept: send('POST', '/play/terms'),
    limit: send('PUT', '/play/limits'),
    publish: send('POST', '/play-rules'),
    correct: (by: { token: string }, userId: string, payload: object) =>
      send('PUT', `/super-admin/users/${userId}/play-statement`)(by, payload),
    async play({ token }: { token: string }) {
      return (await app().call({ url: '/play', token })).json().data;
    },
  };
}
