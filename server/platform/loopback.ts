// SPDX-License-Identifier: Apache-2.0

/** Whether a host is this machine itself, the only place where a service may be reached without TLS. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
