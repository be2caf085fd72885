// SPDX-License-Identifier: Apache-2.0

import { longestRecordBytes } from '../../../../contract/games/pubg/ask-record.ts';
import { readPublicMatch } from '../../../../contract/games/pubg/record.ts';
import { recordAccept, recordAddress } from '../../../../contract/games/pubg/record-address.ts';
import type { MatchRecord } from '../../../../contract/games/pubg/schemas.ts';
import type { Platform } from '../../../../contract/games/pubg.ts';
import { askOutside } from '../../../platform/outside-call.ts';
import type { GameClientOptions } from '../answer.ts';
import { parseJson, quoted, readBody, toFailure, waitHeaders } from '../http-answer.ts';
import { interpretPlayers, type PlayersAnswer, readError, readLimit, refusesKey } from './answer.ts';
import { scanTelemetry, type Telemetry } from './telemetry.ts';

declare module '../../../platform/outside-call.ts' {
  interface OutsideServices {
    'pubg-stats': object;
  }
}

/** Room for ten players with the matches of two weeks each, and for a match of a hundred players. */
const longestBodyBytes = { players: 4 * 1024 * 1024, match: longestRecordBytes };

export const mostPlayersAtOnce = 10;

export type MatchAnswer =
  | { kind: 'match'; record: MatchRecord; telemetryUrl: string | null }
  | { kind: 'fault'; detail: string };

export type TelemetryAnswer =
  | ({ kind: 'telemetry' } & Telemetry)
  /** The record contains an address outside the publisher's hosts. */
  | { kind: 'foreign' }
  | { kind: 'fault'; detail: string };

export type Accounts = { names: readonly string[] } | { ids: readonly string[] };

/**
 * The publisher's API, called with one key. Never throws: any failure is a `fault` whose detail contains no secret.
 * Only player requests cost budget (source.ts). Matches and telemetry need no key.
 */
export interface PubgClient {
  /** Reads up to ten accounts of one platform. Names are case-sensitive. Unknown accounts are left out. */
  readPlayers(platform: Platform, accounts: Accounts): Promise<PlayersAnswer>;
  readMatch(platform: Platform, matchId: string, accountId: string): Promise<MatchAnswer>;
  /** @param url as an answer of `readMatch` named it */
  readTelemetry(url: string, of: { accountId: string; kills: number | null }): Promise<TelemetryAnswer>;
}

export function createPubgClient({
  baseUrl,
  apiKey,
  log,
  timeoutMs = 5_000,
  telemetryTimeoutMs = 60_000,
}: GameClientOptions & { telemetryTimeoutMs?: number }): PubgClient {
  const base = baseUrl.replace(/\/$/, '');

  const ask = (what: string, address: string, headers: Record<string, string>, limitMs: number) =>
    askOutside(
      log,
      { provider: 'pubg-stats', what },
      () =>
        fetch(address, {
          headers,
          // Following a redirect would hand the key to any host that the source points at.
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        }),
      ({ status }) => ({
        status,
        ...('authorization' in headers && refusesKey(status) && { isKeyRefused: true }),
      }),
    );

  const withoutKey = (detail: string) => (apiKey === '' ? detail : detail.replaceAll(apiKey, '[key]'));

  async function readPlayers(platform: Platform, accounts: Accounts): Promise<PlayersAnswer> {
    const [filter, wanted] =
      'ids' in accounts ? ['playerIds', accounts.ids] : ['playerNames', accounts.names];
    const list = wanted.map((text) => encodeURIComponent(text.toWellFormed())).join(',');
    const address = `${base}/shards/${platform}/players?filter[${filter}]=${list}`;
    try {
      const response = await ask(
        'players',
        address,
        { authorization: `Bearer ${apiKey}`, accept: recordAccept },
        timeoutMs,
      );
      const limit = readLimit(response.headers.get('x-ratelimit-limit'));
      const body = await readBody(response, longestBodyBytes.players);
      if (body === undefined)
        return { kind: 'fault', detail: `HTTP ${response.status} with an oversized body`, limit };
      const answer = interpretPlayers(response.status, body, waitHeaders(response));
      if (answer.kind === 'fault') return { ...answer, detail: withoutKey(answer.detail), limit };
      if (answer.kind === 'players' && !isAboutThese(answer.players, accounts))
        return { kind: 'fault', detail: 'HTTP 200 about another account', limit };
      return { ...answer, limit };
    } catch (error) {
      return { kind: 'fault', detail: toFailure(error), limit: null };
    }
  }

  async function readMatch(platform: Platform, matchId: string, accountId: string): Promise<MatchAnswer> {
    try {
      const response = await ask(
        'match',
        recordAddress(platform, matchId, base),
        { accept: recordAccept },
        timeoutMs,
      );
      const body = await readBody(response, longestBodyBytes.match);
      const at = `HTTP ${response.status}`;
      if (body === undefined) return { kind: 'fault', detail: `${at} with an oversized body` };
      const error = response.status === 200 ? undefined : readError(body);
      if (response.status !== 200)
        return { kind: 'fault', detail: `${at}${error ? `: ${quoted(error)}` : ''}` };
      const json = parseJson(body);
      if (json === undefined) return { kind: 'fault', detail: `${at} without JSON` };
      const read = readPublicMatch(json, { id: accountId });
      if ('wrongAt' in read) return { kind: 'fault', detail: `${at} of another shape at "${read.wrongAt}"` };
      if (read.record.id !== matchId) return { kind: 'fault', detail: `${at} about another match` };
      return { kind: 'match', ...read };
    } catch (error) {
      return { kind: 'fault', detail: toFailure(error) };
    }
  }

  /** A reading stores what could be read, without reasons for the rest. */
  function tell<Answer extends MatchAnswer | TelemetryAnswer>(about: object, answer: Answer): Answer {
    if (answer.kind === 'fault') log.warn({ ...about, detail: answer.detail }, 'a match could not be read');
    return answer;
  }

  return {
    readPlayers,
    readMatch: async (platform, matchId, accountId) =>
      tell({ matchId }, await readMatch(platform, matchId, accountId)),
    readTelemetry: async (url, of) => tell({ url }, await readTelemetry(url, of)),
  };

  async function readTelemetry(
    url: string,
    of: { accountId: string; kills: number | null },
  ): Promise<TelemetryAnswer> {
    if (!isOfPublisher(url, base)) {
      log.warn({ url }, 'telemetry was named on a foreign host');
      return { kind: 'foreign' };
    }
    try {
      const response = await ask('telemetry', url, { accept: recordAccept }, telemetryTimeoutMs);
      const { status, body } = response;
      // A single answer never proves that there is no telemetry: a proxy's 403 may be a file tomorrow.
      if (status !== 200 || !body) return { kind: 'fault', detail: `HTTP ${status}` };
      const found = await scanTelemetry(body, of);
      return found
        ? { kind: 'telemetry', ...found }
        : { kind: 'fault', detail: 'HTTP 200 without telemetry' };
    } catch (error) {
      return { kind: 'fault', detail: toFailure(error) };
    }
  }
}

function isAboutThese(players: readonly { id: string; name: string }[], accounts: Accounts): boolean {
  return players.every(({ id, name }) =>
    'ids' in accounts ? accounts.ids.includes(id) : accounts.names.includes(name),
  );
}

/** Accepts only the publisher's own hosts, because the address comes from an answer. */
function isOfPublisher(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (origin === new URL(base).origin) return true;
  return protocol === 'https:' && /(?:^|[.])(?:pubg|playbattlegrounds)[.]com$/.test(hostname);
}
