// SPDX-License-Identifier: Apache-2.0

import { askOutside } from '../../../platform/outside-call.ts';
import type { GameClient, GameClientOptions, StatsAnswer } from '../answer.ts';
import { readBody, toFailure, waitHeaders } from '../http-answer.ts';
import { interpretAnswer } from './answer.ts';

declare module '../../../platform/outside-call.ts' {
  interface OutsideServices {
    'game-stats': object;
  }
}

const longestBodyBytes = 512 * 1024;

/** The game statistics of fortnite-api.com. Names are display names at Epic Games. */
export function createFortniteClient({
  baseUrl,
  apiKey,
  log,
  timeoutMs = 5_000,
}: GameClientOptions): GameClient {
  const base = `${baseUrl.replace(/\/$/, '')}/v2/stats/br/v2`;

  const ask = (address: string) =>
    askOutside(
      log,
      { provider: 'game-stats', what: 'read' },
      () =>
        fetch(address, {
          headers: { authorization: apiKey, accept: 'application/json' },
          // Following a redirect would hand the key to any host that the source points at.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        }),
      ({ status }) => ({ status, ...(status === 401 && { isKeyRefused: true }) }),
    );

  async function read(address: string): Promise<StatsAnswer> {
    try {
      const response = await ask(address);
      const body = await readBody(response, longestBodyBytes);
      if (body === undefined)
        return { kind: 'fault', detail: `HTTP ${response.status} with an oversized body` };
      const answer = interpretAnswer(response.status, body, waitHeaders(response));
      if (answer.kind !== 'fault' || apiKey === '') return answer;
      return { ...answer, detail: answer.detail.replaceAll(apiKey, '[key]') };
    } catch (error) {
      return { kind: 'fault', detail: toFailure(error) };
    }
  }

  const window = 'timeWindow=lifetime&image=none';
  return {
    readByName: (name) =>
      read(`${base}?name=${encodeURIComponent(name.toWellFormed())}&accountType=epic&${window}`),
    async readById(accountId) {
      const answer = await read(`${base}/${encodeURIComponent(accountId)}?${window}`);
      const isOther = answer.kind === 'stats' && answer.account.id.toLowerCase() !== accountId.toLowerCase();
      return isOther ? { kind: 'fault', detail: 'HTTP 200 about another account' } : answer;
    },
  };
}
