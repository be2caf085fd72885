// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

/** What proxies send: hexadecimal digits, UUIDs and the like. Nothing that could end a log line or a header. */
const wellFormed = /^[\w.:-]{8,128}$/;

/**
 * Makes the ids of requests. An id from a trusted proxy (`x-request-id`) is kept, so that its log and ours refer to the
 * same request; direct clients get one of ours.
 * @param trustProxy number of proxies in front, or their addresses and ranges
 */
export function requestIds(trustProxy: number | string[]): (request: IncomingMessage) => string {
  const isProxy = Array.isArray(trustProxy) ? compile(trustProxy) : () => trustProxy > 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isKept =
      typeof given === 'string' && wellFormed.test(given) && isProxy(socket.remoteAddress ?? '', 0);
    return isKept ? given : randomUUID();
  };
}
