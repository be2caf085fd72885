// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage } from 'node:http';
import proxyAddress, { compile } from '@fastify/proxy-addr';

type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Which addresses of X-Forwarded-For are trusted: as many as there are proxies, counted from our end, or those named. False
 * where nobody is: an empty list would still be gone through at each look at an address.
 */
export function toTrustProxy(proxies: number | string[]): IsTrusted | false {
  if (Array.isArray(proxies)) return proxies.length > 0 && compile(proxies);
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** Who calls, as Fastify's `request.ip` says it. */
export function addressReader(trusted: IsTrusted | false): (request: IncomingMessage) => string {
  if (!trusted) return ({ socket }) => socket.remoteAddress ?? '';
  // Of a connection that was reset meanwhile there is none.
  return (request) => proxyAddress(request, trusted) ?? '';
}

const withPort = /(?<=^|[\s,])(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)(?=$|[\s,])/gi;

/**
 * Takes the ports out of X-Forwarded-For: some proxies (Azure's Application Gateway, IIS) write `203.0.113.9:51442` and
 * `[2001:db8::1]:51442`. Left there, each connection would count as an address of its own for every limit, and a named
 * proxy behind such a one would not be known.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  if (typeof given !== 'string' || !given.includes(':')) return;
  headers['x-forwarded-for'] = given.replace(withPort, (_all, v6?: string, v4?: string) => v6 ?? v4 ?? '');
}
