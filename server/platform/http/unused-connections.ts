// SPDX-License-Identifier: Apache-2.0

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log.ts';

/**
 * Browsers open connections before they need them. Node considers a connection that never carried a request neither
 * idle nor busy, so closing the server would wait for it. Here such connections end when the server begins to close.
 */
export function endUnusedConnectionsAtClose(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}

/** Once the server is closing, a connection closes after its answer. Otherwise it would stay open for more. */
export function endConnectionsWithLastAnswer(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    app.server.keepAliveTimeout = 1;
    app.server.keepAliveTimeoutBuffer = 0;
  });
}

/**
 * Once the process is stopping, each answer closes its connection: a proxy keeps connections for later calls, and might
 * send one at the very moment when we close them.
 */
export function endConnectionsWhile(app: FastifyInstance, stopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** A request that never completes (half a body, for example) must not keep the server from closing. */
export function limitWaitAtClose(app: FastifyInstance, ms: number): void {
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    late = setTimeout(() => app.server.closeAllConnections(), ms).unref();
  });
  // All connections are gone by now; the timer would keep the closed server in memory.
  app.addHook('onClose', async () => clearTimeout(late));
}

const warnEveryMs = 60_000;

/**
 * Connections that cannot be accepted (no file descriptors left, for example) or are too many must not end the process.
 */
export function logFailedAccepts(app: FastifyInstance, log: Logger): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const mayWarn = (): boolean => {
    if (performance.now() - warnedAt < warnEveryMs) return false;
    warnedAt = performance.now();
    return true;
  };
  app.server.on('error', (error) => {
    // Before the server listens, this is the start's error, which listen() throws.
    if (app.server.listening && mayWarn()) log.warn({ err: error }, 'could not accept connections');
  });
  app.server.on('drop', () => {
    const { maxConnections } = app.server;
    if (mayWarn()) log.warn({ maxConnections }, 'the connection limit is reached');
  });
}

/** Immediately closes connections above the maximum. */
export function limitConnections(app: FastifyInstance, most: number): void {
  app.server.maxConnections = most;
}
