// SPDX-License-Identifier: Apache-2.0

import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses that this server is given to call: those of push services come from browsers, so from anybody, who could have it
 * call anything. So only names are taken, by https on its own port, and a connection is made to an address that was looked
 * at and is public, not to what the name means a moment later.
 */

/** @returns every address of a host */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveByDns: Resolve = (host) => resolve(host, { all: true, verbatim: true });

/** Thrown where a name means a place that nobody outside could reach. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** Whether it is an address of the public internet: not of this machine, its networks, or inside of another address. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Names that never leave a network (RFC 6761, RFC 6762, RFC 8375), beside those without any dot. */
const localName = /(^|[.])(localhost|local|internal|home[.]arpa|lan|onion|test|invalid|example)[.]?$/;

/** Whether an address is at one of these origins, by http or https. */
export function isAtOrigin(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return false;
  return origins.includes(url.origin);
}

/**
 * Whether an address has the form of a public one. What its name means is looked at when it is called.
 * @param sandboxOrigin of the stand-in, where there is one: the only place without https
 */
export function isPublicWebAddress(text: string, sandboxOrigin?: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  if (sandboxOrigin !== undefined && url.origin === sandboxOrigin) return true;
  const { protocol, hostname, port } = url;
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    protocol === 'https:' && port === '' && isIP(host) === 0 && host.includes('.') && !localName.test(host)
  );
}

/**
 * A look-up that gives what was looked at: the addresses of a host, all of them public. One that has both tries its luck.
 * @throws PrivateAddressError
 */
export async function lookUpPublic(hostname: string, resolveHost: Resolve): Promise<LookupFunction> {
  const found = await resolveHost(hostname);
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address))) {
    throw new PrivateAddressError('The name means a private address');
  }
  return (_hostname, options, done) => {
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  };
}
