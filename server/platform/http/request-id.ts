// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

/** The ids of proxies: hexadecimal digits, UUIDs and the like. Nothing that could end a log line or a header. */
const wellFormed = /^[\w.:-]{8,128}$/;

/**
 * Makes the ids of requests. A trusted proxy's id (`x-request-id`) is kept, so that its log and ours refer to the same
 * request; direct clients get our own.
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
