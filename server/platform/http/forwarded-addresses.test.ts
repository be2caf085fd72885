// SPDX-License-Identifier: Apache-2.0

import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { addressReader, removeForwardedPorts, toTrustProxy } from './forwarded-addresses.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it('trusts the configured number of proxies or the named ones, and no others', () => {
  const trusts = (proxies: number | string[], address: string, hop: number) => {
    const trusted = toTrustProxy(proxies);
    return trusted ? trusted(address, hop) : 'nobody';
  };
  expect([0, 1, 2].map((hop) => trusts(2, '203.0.113.9', hop))).toEqual([true, true, false]);
  expect(['10.1.2.3', '203.0.113.9'].map((address) => trusts(['10.0.0.0/8'], address, 0))).toEqual([
    true,
    false,
  ]);
  expect([trusts(0, '10.1.2.3', 0), trusts([], '10.1.2.3', 0)]).toEqual(['nobody', 'nobody']);
});

it("reads the caller's address, and none from a reset connection", () => {
  for (const trusted of [toTrustProxy(0), toTrustProxy(1)]) {
    const read = addressReader(trusted);
    const forwarded = trusted ? '198.51.100.7' : '203.0.113.9';
    expect(read(request('203.0.113.9', '198.51.100.7'))).toBe(forwarded);
    expect(read(request(undefined))).toBe('');
  }
});

it.each([
  ['203.0.113.9:51442 , [2001:db8::1]:80\t,198.51.100.7:1', '203.0.113.9 , 2001:db8::1\t,198.51.100.7'],
  ['2001:db8::1, 203.0.113.9:51442x', '2001:db8::1, 203.0.113.9:51442x'],
  [undefined, undefined],
])('removes the ports from %s', (given, left) => {
  const { headers } = { headers: { 'x-forwarded-for': given } };
  removeForwardedPorts({ headers } as unknown as IncomingMessage);
  expect(headers['x-forwarded-for']).toBe(left);
});
