import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { livePath } from '../../../contract/live.ts';
import type { Authenticate, SessionPlayer } from '../http/authentication.ts';
import { requireSession } from '../http/authentication.ts';
import { sendRefusal } from '../http/errors.ts';
import type { Listener } from '../listen.ts';
import type { LiveHub } from './hub.ts';

const heartbeatMs = 25_000;
const unsentBytesAtMost = 1_000_000;
const streamsPerPlayer = 8;

export interface LiveRoutesDeps {
  hub: LiveHub;
  listener: Listener;
  authenticate: Authenticate;
}

interface OpenStream {
  player: SessionPlayer;
  token: string;
  raw: ServerResponse;
  end(): void;
}

function eventText(id: number, name: string, data: unknown): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * `GET /live`: server-sent events of the signed-in player. `Last-Event-ID` resumes after that event; without it the
 * stream begins with `ready`, whose id a client can resume from. Never compressed, so that each event leaves at once.
 */
export function liveRoutes(app: FastifyInstance, { hub, listener, authenticate }: LiveRoutesDeps): void {
  const streams = new Set<OpenStream>();

  app.get(livePath, { schema: { hide: true } }, async (request, reply) => {
    const session = await requireSession(request, authenticate);
    if ('refused' in session) return sendRefusal(reply, session);
    const mine = [...streams].filter((stream) => stream.player.id === session.id);
    if (mine.length >= streamsPerPlayer) mine[0]?.end();

    const asked = Number(request.headers['last-event-id']);
    const resumes =
      Number.isSafeInteger(asked) && asked >= 0 && request.headers['last-event-id'] !== undefined;
    const lastEventId = resumes ? asked : await hub.newestId(session.id);

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    raw.write(`retry: 1000\n${resumes ? ': resumed\n\n' : eventText(lastEventId, 'ready', {})}`);

    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
    const leave = hub.join({
      playerId: session.id,
      lastEventId,
      send(event) {
        raw.write(eventText(event.id, event.name, event.data));
        // A reader that does not keep up is let go; it resumes where it stopped.
        if (raw.writableLength > unsentBytesAtMost) raw.destroy();
      },
    });
    const stream: OpenStream = {
      player: session,
      token: request.headers.authorization ?? '',
      raw,
      end: () => raw.end(),
    };
    streams.add(stream);
    raw.on('close', () => {
      clearInterval(heartbeat);
      leave();
      streams.delete(stream);
    });
    return reply;
  });

  const stopListening = listener.on('sessions', async (ended) => {
    for (const stream of streams) {
      if (stream.player.sessionId !== ended && stream.player.id !== ended) continue;
      if (await authenticate(stream.token.replace(/^Bearer /, ''))) continue;
      stream.raw.write(`event: signedOut\ndata: {}\n\n`);
      stream.end();
    }
  });
  app.addHook('preClose', async () => {
    stopListening();
    for (const stream of streams) stream.end();
  });
}
