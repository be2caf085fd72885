// SPDX-License-Identifier: Apache-2.0

import { lookup as resolve } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Guards calls to addresses from third parties. Browsers supply those of push services, so anyone could make this
 * server call anything. So only names are accepted, by https on its default port. The connection goes to an address
 * that was checked to be public, not to the result of a second lookup.
 */

/** @returns all addresses of a host */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveByDns: Resolve = (host) => resolve(host, { all: true, verbatim: true });

/** Thrown if a name leads to a place that outsiders cannot reach. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** The entire assigned public internet (RFC 4291, IANA). Anything outside it is refused without a list. */
const publicV6 = ipaddr.parseCIDR('2000::/3');
/** Azure's host answers its machines there and reveals secrets, though the range is public. */
const hostsOfClouds: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address is on the public internet: not on this machine or its networks, and without an embedded private
 * address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || hostsOfClouds.has(address)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(publicV6);
}

/** Names that never leave a network (RFC 6761, RFC 6762, RFC 8375), besides names without a dot. */
const localName = /(^|[.])(localhost|local|internal|home[.]arpa|lan|onion|test|invalid|example)[.]?$/;

/** Whether an address belongs to one of these origins, by http or https. */
export function isAtOrigin(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return false;
  return origins.includes(url.origin);
}

/**
 * Whether an address has the form of a public one. The name is only resolved when it is called.
 * @param sandboxOrigin the sandbox's origin, if one runs: the only place without https
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
 * A lookup function that returns the checked addresses of a host, all of them public. A host with public and private
 * addresses is refused.
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
