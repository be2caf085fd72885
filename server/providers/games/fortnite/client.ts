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

  /** Forbidden answers that don't say that a player hides their statistics refuse our key or address. */
  const isRefused = (status: number, { kind }: StatsAnswer) =>
    status === 401 || (status === 403 && kind === 'fault');

  const ask = (address: string) =>
    askOutside(
      log,
      { provider: 'game-stats', what: 'read' },
      async () => {
        const response = await fetch(address, {
          headers: { authorization: apiKey, accept: 'application/json' },
          // Following a redirect would hand the key to any host that the source points at.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { status: response.status, answer: await toAnswer(response) };
      },
      ({ status, answer }) => ({ status, ...(isRefused(status, answer) && { isKeyRefused: true }) }),
    );

  async function toAnswer(response: Response): Promise<StatsAnswer> {
    const body = await readBody(response, longestBodyBytes);
    return body === undefined
      ? { kind: 'fault', detail: `HTTP ${response.status} with an oversized body` }
      : interpretAnswer(response.status, body, waitHeaders(response));
  }

  async function read(address: string): Promise<StatsAnswer> {
    try {
      const { answer } = await ask(address);
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
