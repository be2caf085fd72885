// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { requestIds } from './request-id.ts';

const from = (given: unknown, remoteAddress?: string) =>
  ({ headers: { 'x-request-id': given }, socket: { remoteAddress } }) as never;
const own = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

it.each(['12345678', 'a.b:c-d_e', 'x'.repeat(128)])('keeps the id %s from a proxy', (id) => {
  expect(requestIds(1)(from(id))).toBe(id);
});

it.each([undefined, ['12345678'], '1234567', 'x'.repeat(129), '1234567 8', '12345678\n', '!12345678'])(
  'makes a new id instead of %j',
  (id) => {
    expect(requestIds(1)(from(id))).toMatch(own);
  },
);

it('ignores an id from a client that connects directly', () => {
  expect(requestIds(0)(from('12345678'))).toMatch(own);
  const inNetwork = requestIds(['10.0.0.0/8']);
  expect(inNetwork(from('12345678', '10.1.2.3'))).toBe('12345678');
  expect(inNetwork(from('12345678', '192.0.2.1'))).toMatch(own);
});
