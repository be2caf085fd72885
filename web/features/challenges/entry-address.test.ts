// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { entryAddress, readEntryAddress } from './entry-address.ts';

const searchOf = (address: string) => new URL(address, 'https://finalring.dev').searchParams;

it('reads from an address what it was made to ask for', () => {
  expect(readEntryAddress(searchOf(entryAddress('c1', 'TOP10_3KILL_SOLO')))).toEqual({
    asked: { challengeId: 'c1', challengeType: 'TOP10_3KILL_SOLO' },
    rest: '',
  });
  expect(readEntryAddress(searchOf(entryAddress('c1')))?.asked).toEqual({
    challengeId: 'c1',
    challengeType: undefined,
  });
});

it('leaves the rest of the address as it is', () => {
  expect(readEntryAddress(new URLSearchParams('a=1&challenge=c1&variant=x&b=2'))?.rest).toBe('a=1&b=2');
  expect(readEntryAddress(new URLSearchParams('a=1&variant=x'))).toBeUndefined();
});
