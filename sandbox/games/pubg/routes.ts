// SPDX-License-Identifier: Apache-2.0

import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from './faults.ts';
import { rateLimit } from './rate-limit.ts';
import { toRecord, toTelemetry } from './record.ts';
import { type Account, isPublished, type Platform, platforms, type World } from './world.ts';

const mediaType = 'application/vnd.api+json';
const mostAtOnce = 10;

const errors = {
  noKey: [401, 'Unauthorized', undefined],
  badRequest: [400, 'Bad Request', 'The filter takes playerNames or playerIds, at most ten'],
  nobody: [404, 'Not Found', 'No Players Found Matching Criteria'],
  noMatch: [404, 'Not Found', undefined],
  notAccepted: [415, 'Unsupported media type', undefined],
  tooMany: [429, 'Too Many Requests', undefined],
  broken: [500, 'Internal Server Error', undefined],
  closed: [503, 'Service Unavailable', undefined],
} as const satisfies Record<string, readonly [number, string, string | undefined]>;

interface PubgDeps {
  world: World;
  faults: Faults;
  /** Requests about players a minute and key; the default key of the API has 10. */
  requestsPerMinute: number;
  /** Where this stand-in is, without a slash at the end. */
  baseUrl(): string;
}

type Shard = { Params: { platform: string } };

/** Looks like api.pubg.com, below `/pubg`: players with a key and a limit, matches and telemetry without. */
export function pubgStats(
  app: FastifyInstance,
  { world, faults, requestsPerMinute, baseUrl }: PubgDeps,
): void {
  const limit = rateLimit(requestsPerMinute);

  app.get<Shard>('/pubg/shards/:platform/players', (request, reply) => {
    const platform = toPlatform(request.params.platform);
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined) return fail(reply, 'noKey');
    if (request.headers.accept !== mediaType) return fail(reply, 'notAccepted');
    const turn = limit(key, Date.now());
    reply.headers(turn.headers);
    if (faults.of !== 'matches' && simulateFault(reply, faults)) return reply;
    if (!turn.isAllowed) return fail(reply, 'tooMany');
    const query = request.query as Record<string, string | undefined>;
    const names = query['filter[playerNames]']?.split(',');
    const ids = query['filter[playerIds]']?.split(',');
    const asked = names ?? ids ?? [];
    if (asked.length === 0 || asked.length > mostAtOnce || (names && ids)) return fail(reply, 'badRequest');
    const found = asked
      .map((text) => platform && (names ? world.byName(platform, text) : world.byId(platform, text)))
      .filter((account) => account !== undefined);
    if (found.length === 0) return fail(reply, 'nobody');
    const isMixedUp = faults.status === 'others' && faults.of !== 'matches';
    const self = `${baseUrl()}${request.url.replace(/^\/pubg/, '')}`;
    const data = found.map((account) => toPlayer(account, baseUrl(), isMixedUp));
    return send(
      request,
      reply,
      { data, links: { self }, meta: {} },
      faults.of === 'matches' ? undefined : faults,
    );
  });

  app.get<Shard & { Params: { matchId: string } }>(
    '/pubg/shards/:platform/matches/:matchId',
    (request, reply) => {
      if (request.headers.accept !== mediaType) return fail(reply, 'notAccepted');
      // Anybody's browser may read it.
      reply.header('access-control-allow-origin', '*');
      if (faults.of !== 'players' && simulateFault(reply, faults)) return reply;
      const { platform: shard, matchId } = request.params;
      const platform = toPlatform(shard);
      const found = platform && world.byMatch(platform, matchId);
      if (!found || !isPublished(found.match, Date.now())) return fail(reply, 'noMatch');
      const self = `${baseUrl()}/shards/${platform}/matches/${matchId}`;
      const telemetry = `${baseUrl()}/telemetry/${matchId}-telemetry.json`;
      const record = toRecord(found.account, found.match, { self, telemetry });
      return send(request, reply, record, faults.of === 'players' ? undefined : faults);
    },
  );

  app.get<{ Params: { file: string } }>('/pubg/telemetry/:file', (request, reply) => {
    const matchId = request.params.file.replace(/-telemetry[.]json$/, '');
    const found = platforms
      .map((platform) => world.byMatch(platform, matchId))
      .find((played) => played !== undefined);
    if (!found) return reply.code(403).type('application/xml').send('<Error/>');
    return send(request, reply, toTelemetry(found.account, found.match));
  });
}

function toPlatform(text: string): Platform | undefined {
  return platforms.find((platform) => platform === text);
}

/** With the keys and the order of recorded answers; `banType` came later. */
function toPlayer({ id, name, platform, ban, matches }: Account, base: string, isMixedUp: boolean): object {
  const published = matches.filter((match) => isPublished(match, Date.now()));
  const newestFirst = published.sort((a, b) => b.publishedAt - a.publishedAt);
  const shownId = isMixedUp ? `account.${[...id.slice(8)].reverse().join('')}` : id;
  return {
    type: 'player',
    id: shownId,
    attributes: {
      name: isMixedUp ? `${name}2` : name,
      stats: null,
      titleId: 'bluehole-pubg',
      shardId: platform,
      patchVersion: '',
      banType: ban,
      clanId: '',
    },
    relationships: {
      assets: { data: [] },
      matches: { data: newestFirst.map((match) => ({ type: 'match', id: match.id })) },
    },
    links: { schema: '', self: `${base}/shards/${platform}/players/${id}` },
  };
}

/** @returns whether the answer was sent, or never will be */
function simulateFault(reply: FastifyReply, { status }: Faults): boolean {
  const errorOf = { 401: 'noKey', 415: 'notAccepted', 500: 'broken' } as const;
  switch (status) {
    case 'hang':
      // Never answered; the caller's time-out or the sandbox's end closes the connection.
      reply.hijack();
      return true;
    case 'nonsense':
      reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1></body></html>');
      return true;
    case 429:
      fail(reply.header('x-ratelimit-remaining', '0'), 'tooMany');
      return true;
    case 503:
      fail(reply.header('retry-after', '1'), 'closed');
      return true;
    case 401:
    case 415:
    case 500:
      fail(reply, errorOf[status]);
      return true;
    default:
      return false;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, body: object, faults?: Faults): FastifyReply {
  const text = JSON.stringify(body);
  const sent = faults?.status === 'cut' ? text.slice(0, text.length / 2) : text;
  reply.type(mediaType);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(sent);
  return reply.header('content-encoding', 'gzip').send(gzipSync(sent));
}

function fail(reply: FastifyReply, name: keyof typeof errors): FastifyReply {
  const [status, title, detail] = errors[name];
  return reply
    .code(status)
    .type(mediaType)
    .send(JSON.stringify({ errors: [{ title, ...(detail && { detail }) }] }));
}
