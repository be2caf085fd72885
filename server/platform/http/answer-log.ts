// SPDX-License-Identifier: Apache-2.0

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';

/**
 * At most this many refusals are logged per second; the rest are only counted. Otherwise a flood would overload the log
 * itself.
 */
const refusalsPerSecond = 50;

/**
 * Logs answers: faults as errors, refusals and changes at `info`, the rest at `debug`. Routes instead of addresses and
 * ids instead of names, so that the log identifies nobody without the database.
 */
export function answerLogger(log: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  let second = 0;
  let logged = 0;
  let unlogged = 0;

  function mayLogRefusal(): boolean {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      if (unlogged > 0) log.warn({ unlogged }, 'too many refusals to log each');
      [second, logged, unlogged] = [now, 0, 0];
    }
    if (logged < refusalsPerSecond) logged++;
    else unlogged++;
    return unlogged === 0;
  }

  return (request, reply) => {
    const { statusCode: status, refusalCode: code } = reply;
    const level = getLogLevel(request.method, status);
    if (!log.isLevelEnabled(level)) return;
    if (status >= 400 && status !== 500 && !mayLogRefusal()) return;
    const { url: route = 'none' } = request.routeOptions;
    const about = { method: request.method, route, status, ms: Math.round(reply.elapsedTime) };
    const player = request.player?.id;
    const traceId = request.span?.traceId;
    request.log[level](
      { ...about, ...(code && { code }), ...(player && { player }), ...(traceId && { traceId }) },
      'answered',
    );
  };
}

function getLogLevel(method: string, status: number): 'error' | 'warn' | 'info' | 'debug' {
  if (status === 500) return 'error';
  if (status > 500) return 'warn';
  return status >= 400 || (method !== 'GET' && method !== 'HEAD') ? 'info' : 'debug';
}
