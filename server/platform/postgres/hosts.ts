// SPDX-License-Identifier: Apache-2.0

/** One address for each host of a list; for a single host, the address unchanged. */
export function toHosts(connectionString: string): string[] {
  const [, scheme, hosts, rest] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(connectionString) ?? [];
  if (scheme === undefined || !hosts?.includes(',')) return [connectionString];
  return hosts.split(',').map((host) => scheme + host + rest);
}
