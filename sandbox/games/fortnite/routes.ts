// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Player } from './arena/player.ts';
import type { Players } from './arena/players.ts';
import { type Faults, noFaults } from './faults.ts';
import { rateLimit } from './rate-limit.ts';
import { toStatistics } from './statistics.ts';

const errors = {
  missingName: [400, 'missing name parameter'],
  badParameter: [400, 'invalid accountType, timeWindow or image parameter'],
  noKey: [401, 'invalid or missing api key'],
  private: [403, "the requested account's stats are not public"],
  unknown: [404, 'the requested account does not exist'],
  neverPlayed: [404, 'the requested profile didnt play any match yet'],
  tooMany: [429, 'the maximum allowed requests are 3 per 1s.'],
  broken: [500, 'internal server error'],
} as const satisfies Record<string, readonly [number, string]>;

type ErrorName = keyof typeof errors;

interface Query {
  name?: string;
  accountType?: string;
  timeWindow?: string;
  image?: string;
}

const allowed: [keyof Query, string[]][] = [
  ['accountType', ['epic', 'psn', 'xbl']],
  ['timeWindow', ['season', 'lifetime']],
  ['image', ['all', 'keyboardMouse', 'gamepad', 'touch', 'none']],
];

interface GameStatsDeps {
  players: Players;
  statsPerSecond: number;
}

/**
 * Looks like fortnite-api.com: statistics by name and by account id.
 * @returns the faults, which the Arena switches.
 */
export function gameStats(app: FastifyInstance, { players, statsPerSecond }: GameStatsDeps): Faults {
  const faults = noFaults();
  const limit = rateLimit(statsPerSecond);

  const answer = (request: FastifyRequest, reply: FastifyReply, player: Player | undefined): FastifyReply => {
    const now = Date.now();
    const key = request.headers.authorization ?? '';
    if (key === '' || key.includes(' ')) return fail(reply, 'noKey', faults);
    if (faults.status !== 0) return simulateFault(reply, faults);
    const resetAt = limit(key, now);
    if (resetAt) return fail(reply.header('x-ratelimit-reset', resetAt.toISOString()), 'tooMany', faults);
    const query = request.query as Query;
    if (allowed.some(([name, values]) => query[name] !== undefined && !values.includes(query[name]))) {
      return fail(reply, 'badParameter', faults);
    }
    if (!player?.exists) return fail(reply, 'unknown', faults);
    if (!player.public) return fail(reply, 'private', faults);
    const modes = players.reported(player, now, query.timeWindow === 'season' ? 'season' : 'lifetime');
    if (Object.keys(modes).length === 0) return fail(reply, 'neverPlayed', faults);
    const data = toStatistics({ id: player.accountId, name: player.name }, modes);
    return reply.send({ status: 200, data });
  };

  app.get('/fortnite/v2/stats/br/v2', (request, reply) => {
    const name = (request.query as Query).name?.trim() ?? '';
    if (name === '' && faults.status === 0) return fail(reply, 'missingName', faults);
    return answer(request, reply, players.byName(name));
  });

  app.get<{ Params: { accountId: string } }>('/fortnite/v2/stats/br/v2/:accountId', (request, reply) =>
    answer(request, reply, players.byAccountId(request.params.accountId)),
  );

  return faults;
}

function simulateFault(reply: FastifyReply, faults: Faults): FastifyReply {
  switch (faults.status) {
    case 'hang':
      // Never answered; the caller's time-out or the sandbox's end closes the connection.
      reply.hijack();
      return reply;
    case 'nonsense':
      return reply.type('text/html').send('<html><body><h1>Welcome to nginx!</h1></body></html>');
    case 403:
      return fail(reply, 'private', faults);
    case 429:
      return fail(
        reply.header('x-ratelimit-reset', new Date(Date.now() + 1000).toISOString()),
        'tooMany',
        faults,
      );
    default:
      return fail(reply, 'broken', faults);
  }
}

function fail(reply: FastifyReply, name: ErrorName, { nestedErrors }: Faults): FastifyReply {
  const [status, error] = errors[name];
  return reply.code(status).send(nestedErrors ? { status, data: { error } } : { status, error });
}
