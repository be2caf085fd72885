// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage } from 'node:http';
import proxyAddress, { compile } from '@fastify/proxy-addr';

type IsTrusted = (address: string, hop: number) => boolean;

/**
 * Which addresses of X-Forwarded-For are trusted: as many as there are proxies, counted from our end, or the named
 * ones. False for none: every lookup of an address would still search an empty list.
 */
export function toTrustProxy(proxies: number | string[]): IsTrusted | false {
  if (Array.isArray(proxies)) return proxies.length > 0 && compile(proxies);
  return proxies > 0 && ((_address, hop) => hop < proxies);
}

/** Reads the caller's address in the same way as Fastify's `request.ip`. */
export function addressReader(trusted: IsTrusted | false): (request: IncomingMessage) => string {
  if (!trusted) return ({ socket }) => socket.remoteAddress ?? '';
  // A connection that was reset in the meantime has none.
  return (request) => proxyAddress(request, trusted) ?? '';
}

const withPort = /(?<=^|[\s,])(?:\[([\da-f:.]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)(?=$|[\s,])/gi;

/**
 * Removes ports from X-Forwarded-For: some proxies (Azure's Application Gateway, IIS) write `203.0.113.9:51442` and
 * `[2001:db8::1]:51442`. With them, every limit would count each connection as a separate address, and a named proxy
 * behind such a proxy would not be recognized.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  if (typeof given !== 'string' || !given.includes(':')) return;
  headers['x-forwarded-for'] = given.replace(withPort, (_all, v6?: string, v4?: string) => v6 ?? v4 ?? '');
}
