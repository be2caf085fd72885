// SPDX-License-Identifier: Apache-2.0

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { matchDocument, playerDocument, toTelemetryUrl } from './documents.ts';
import { telemetryEvents } from './telemetry.ts';
import { createWorld } from './world.ts';

/**
 * PUBG's public API as its documentation and captured answers describe it. It is written from these alone, apart from the
 * product's client and its stand-in, so that the client meets a second opinion of the protocol.
 *
 * Its guesses: the budget is a fixed minute from its first call; refusals other than 401 and 415 count; more than ten players,
 * or both filters, are 400; players come in no promised order; a match has one platform.
 */

/** A test may replace the global one with this server's. */
const { fetch: fetchOutside } = globalThis;

const windowMs = 60_000;
const maxPlayers = 10;
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  415: 'Unsupported Media Type',
};

interface Answer {
  status: number;
  headers?: Record<string, string>;
  document?: unknown;
}

export interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  status: number;
  isCompressed: boolean;
}

const refuse = (status: number, detail: string): Answer => ({
  status,
  document: { errors: [{ title: titles[status], detail }] },
});

/** `Content-Type` repeats the accepted format; anything else is refused, so a client that names none is too. */
function toFormat(accept = ''): string | undefined {
  return ['application/vnd.api+json', 'application/json'].find((format) => accept.includes(format));
}

function send(
  response: ServerResponse,
  { status, headers, document }: Answer,
  format: string,
  isGzip: boolean,
) {
  const body = document === undefined ? '' : JSON.stringify(document);
  response.writeHead(status, {
    ...(body && { 'content-type': format, vary: 'Accept-Encoding' }),
    ...(body && isGzip && { 'content-encoding': 'gzip' }),
    ...headers,
  });
  response.end(body && isGzip ? gzipSync(body) : body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const acceptsGzip = (request: IncomingMessage) => /\bgzip\b/.test(String(request.headers['accept-encoding']));

/** @param now the service's clock. */
export async function startPubg({
  now,
  key = 'key',
  perMinute = 10,
}: {
  now: () => Date;
  key?: string;
  perMinute?: number;
}) {
  const world = createWorld(now);
  const calls: Call[] = [];
  const telemetryCalls: Call[] = [];
  const budget = { perMinute, used: 0, resetAt: 0 };
  let origin = '';
  let filesOrigin = '';

  /** Counts a call on the key. The documentation gives 429 no body. */
  function count(answer: () => Answer): Answer {
    if (now().getTime() >= budget.resetAt)
      Object.assign(budget, { used: 0, resetAt: now().getTime() + windowMs });
    const isBeyond = budget.used >= budget.perMinute;
    if (!isBeyond) budget.used++;
    const { headers, ...rest } = isBeyond ? { status: 429 } : answer();
    return {
      ...rest,
      headers: {
        ...headers,
        'X-RateLimit-Limit': String(budget.perMinute),
        'X-RateLimit-Remaining': String(budget.perMinute - budget.used),
        'X-RateLimit-Reset': String(Math.ceil(budget.resetAt / 1000)),
      },
    };
  }

  function findPlayers(platform: string, query: URLSearchParams): Answer {
    const names = query.get('filter[playerNames]')?.split(',');
    const ids = query.get('filter[playerIds]')?.split(',');
    const wanted = names ?? ids;
    if (!wanted || (names && ids)) return refuse(400, 'Name either filter[playerNames] or filter[playerIds]');
    if (wanted.length > maxPlayers) return refuse(400, `Ask for at most ${maxPlayers} players`);
    // Names are compared as they are written. Who is not known is left out.
    const found = world.players(platform).filter(({ id, name }) => wanted.includes(names ? name : id));
    if (found.length === 0) return refuse(404, 'No Players Found Matching Criteria');
    found.sort((a, b) => a.id.localeCompare(b.id));
    const filter = names ? 'playerNames' : 'playerIds';
    return {
      status: 200,
      document: {
        data: found.map((player) => playerDocument(origin, player, world)),
        links: { self: `${origin}/shards/${platform}/players?filter[${filter}]=${wanted.join(',')}` },
        meta: {},
      },
    };
  }

  function findPlayer(platform: string, id: string): Answer {
    const player = world.players(platform).find((known) => known.id === id);
    if (!player) return refuse(404, 'No Players Found Matching Criteria');
    const { links, ...data } = playerDocument(origin, player, world);
    return { status: 200, document: { data: { ...data, links }, links: { self: links.self }, meta: {} } };
  }

  function answer(request: IncomingMessage): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const [, platform = '', kind, id] =
      /^\/shards\/([^/]+)\/(players|matches)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    if (!toFormat(request.headers.accept)) return refuse(415, 'Accept application/vnd.api+json');
    if (kind === 'matches' && id) {
      const match = world.match(platform, id);
      return match
        ? { status: 200, document: matchDocument(origin, match) }
        : refuse(404, 'The specified resource was not found');
    }
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, 'API key invalid or missing');
    if (kind !== 'players') return refuse(404, 'The specified resource was not found');
    return count(() => (id ? findPlayer(platform, id) : findPlayers(platform, searchParams)));
  }

  const api = createServer((request, response) => {
    const given = answer(request);
    const isCompressed = acceptsGzip(request);
    const { url: path = '', headers } = request;
    calls.push({ path, headers, status: given.status, isCompressed });
    send(response, given, toFormat(request.headers.accept) ?? 'application/json', isCompressed);
  });

  /** Files on another host, always compressed; it knows nothing of keys, formats or ages. */
  const files = createServer((request, response) => {
    const path = request.url ?? '';
    const match = world.telemetryOf(/([0-9a-f-]{36})-telemetry\.json$/.exec(path)?.[1] ?? '');
    const isKnown = match !== undefined && path === new URL(toTelemetryUrl(match)).pathname;
    const status = isKnown ? 200 : 404;
    telemetryCalls.push({ path, headers: request.headers, status, isCompressed: true });
    send(
      response,
      isKnown ? { status, document: telemetryEvents(match) } : { status },
      'application/json',
      true,
    );
  });

  origin = await listen(api);
  filesOrigin = await listen(files);

  return {
    /** The base address: `{origin}/shards/{platform}`. */
    origin,
    /** `fetch` that finds the host with telemetry here, whose real name the matches have. */
    fetch: (address: string, init?: RequestInit) =>
      fetchOutside(address.replace(/^https:\/\/telemetry-cdn[.]pubg[.]com/, filesOrigin), init),
    world,
    /** What was asked of the API, and of the host with telemetry. */
    calls,
    telemetryCalls,
    /** Gives the key another budget, as an application for more would. */
    allow: (calls: number) => {
      budget.perMinute = calls;
    },
    async close() {
      for (const server of [api, files]) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  };
}
