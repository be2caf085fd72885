// SPDX-License-Identifier: Apache-2.0

import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { describeLive, type LiveReady, livePath } from '../../../contract/live.ts';
import { Groups } from '../groups.ts';
import type { Authenticate, FindSignedIn, SessionPlayer } from '../http/authentication.ts';
import { requireSession } from '../http/authentication.ts';
import { sendRefusal } from '../http/errors.ts';
import { documentedRefusal } from '../http/openapi.ts';
import type { Listener } from '../listen.ts';
import { refuse } from '../refusal.ts';
import { keepHeartbeat } from './heartbeat.ts';
import type { LiveHub } from './hub.ts';

const heartbeatMs = 25_000;
const maxUnsentBytes = 1_000_000;
const streamsPerPlayer = 8;
/** How many sessions one statement checks: a statement for each of a process's sessions would fill the pool. */
const askedAtOnce = 500;
/** Expiring sessions cause no notification: an administrator's expires after half an hour without a call. */
const defaultSessionCheckMs = 60_000;

export interface LiveRoutesDeps {
  hub: LiveHub;
  listener: Listener;
  authenticate: Authenticate;
  findSignedIn: FindSignedIn;
  /** How often the sessions of all open streams are checked, in ms; default a minute. */
  sessionCheckMs?: number;
}

interface OpenStream {
  token: string;
  raw: ServerResponse;
  end(): void;
}

function eventText(id: number, name: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

const documented = {
  ...describeLive(),
  security: [{ session: [] }],
  headers: {
    type: 'object',
    properties: { 'last-event-id': { type: 'string', description: 'Id of the last event received' } },
  },
  response: {
    200: {
      description: 'Events until the session or the connection ends',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    401: documentedRefusal('Refused: not_signed_in, session_ended'),
    429: documentedRefusal('Refused: too_many_requests'),
    '4xx': documentedRefusal('The call was refused'),
    '5xx': documentedRefusal('The call failed'),
  },
};

function resumesAfter(header: string | string[] | undefined): number | undefined {
  const id = Number(header ?? Number.NaN);
  return Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

/**
 * `GET /live`: server-sent events of the signed-in player. `Last-Event-ID` resumes after that event; without it, the
 * stream starts with `ready`, whose id a client can resume from. Never compressed, so that each event leaves
 * immediately.
 */
export function liveRoutes(
  app: FastifyInstance,
  { hub, listener, authenticate, findSignedIn, sessionCheckMs = defaultSessionCheckMs }: LiveRoutesDeps,
): void {
  const streams = new Set<OpenStream>();
  /** By session and by player. */
  const streamsOf = new Groups<OpenStream>();
  let isClosing = false;

  /** If a player already has the maximum of open streams, ends the oldest. */
  function makeRoom(playerId: string): void {
    const open = streamsOf.of(playerId).filter(({ raw }) => !raw.writableEnded);
    if (open.length >= streamsPerPlayer) open[0]?.end();
  }

  function begin(
    session: SessionPlayer,
    lastEventId: number,
    greeting: string,
    reply: FastifyReply,
  ): OpenStream {
    const { raw, request } = reply;
    makeRoom(session.id);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Writing to a stream that has just ended loses the data, which is no fault.
    raw.on('error', () => {});
    raw.write(`retry: 1000\n${greeting}`);

    const stopHeartbeat = keepHeartbeat(raw, heartbeatMs);
    const leave = hub.join({
      playerId: session.id,
      lastEventId,
      send(event) {
        raw.write(eventText(event.id, event.name, event.data));
        // A client that cannot keep up is disconnected; it resumes where it stopped.
        if (raw.writableLength > maxUnsentBytes) raw.destroy();
      },
      sendToAll(text) {
        raw.write(text);
        if (raw.writableLength > maxUnsentBytes) raw.destroy();
      },
    });
    const stream: OpenStream = {
      token: (request.headers.authorization ?? '').replace(/^Bearer /, ''),
      raw,
      end: () => raw.end(),
    };
    const owners = [session.id, session.sessionId];
    streams.add(stream);
    for (const owner of owners) streamsOf.add(owner, stream);
    raw.on('close', () => {
      stopHeartbeat();
      leave();
      streams.delete(stream);
      for (const owner of owners) streamsOf.delete(owner, stream);
    });
    return stream;
  }

  /**
   * No notification reached a stream that was still being set up when its session ended: checks the session again,
   * mostly from the cache.
   */
  async function checkBegun(stream: OpenStream): Promise<void> {
    const session = await Promise.resolve(authenticate(stream.token)).catch(() => undefined);
    if (!session) await recheck([stream]);
  }

  app.get(livePath, { exposeHeadRoute: false, config: { documented } }, async (request, reply) => {
    const session = await requireSession(request, authenticate);
    if ('refused' in session) return sendRefusal(reply, session);
    const named = resumesAfter(request.headers['last-event-id']);
    // For an id that no event has had yet, the stream would stay silent until events reach that id.
    const resumed = named !== undefined && (await hub.hasHappened(named)) ? named : undefined;
    const beginning = resumed === undefined ? await hub.beginning(session.id) : undefined;
    // If the client left during the query, its 'close' has already fired, and the stream would be kept forever.
    if (isClosing || reply.raw.destroyed) return sendRefusal(reply, refuse('unavailable'));
    const lastEventId = beginning?.newestId ?? resumed ?? 0;
    const greeting = beginning
      ? eventText(lastEventId, 'ready', { quietMs: beginning.quietMs } satisfies LiveReady)
      : ': resumed\n\n';
    // An open stream is not work in progress.
    request.turn?.leave();
    void checkBegun(begin(session, lastEventId, greeting, reply));
    return reply;
  });

  /**
   * Ends streams whose session is no longer valid. If sessions cannot be looked up, this also ends streams after a
   * notification about the session: clients will reconnect.
   */
  async function recheck(opened: readonly OpenStream[], { isNotified = true } = {}): Promise<void> {
    for (let from = 0; from < opened.length; from += askedAtOnce) {
      const some = opened.slice(from, from + askedAtOnce);
      const signedIn = await findSignedIn(some.map(({ token }) => token)).catch(() => undefined);
      for (const { token, raw, end } of some) {
        // A check a moment ago may have ended it.
        if (signedIn?.has(token) || (!signedIn && !isNotified) || raw.writableEnded) continue;
        if (signedIn) raw.write('event: signedOut\ndata: {}\n\n');
        end();
      }
    }
  }

  const stopListening = listener.on('sessions', (ended) => void recheck([...streamsOf.of(ended)]));
  listener.onReconnect(() => void recheck([...streams]));
  const lookingAgain = setInterval(
    () => void recheck([...streams], { isNotified: false }),
    sessionCheckMs,
  ).unref();
  app.addHook('preClose', async () => {
    isClosing = true;
    clearInterval(lookingAgain);
    stopListening();
    for (const stream of streams) stream.end();
  });
}
