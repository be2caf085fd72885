// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { pastedLines } from './pasted-lines.ts';

it('keeps the place of empty lines, except at the end', () => {
  expect(pastedLines(' AAAA \r\n\r\nCCCC\n \n')).toEqual(['AAAA', '', 'CCCC']);
  expect(pastedLines('\nBBBB')).toEqual(['', 'BBBB']);
  expect(pastedLines('AAAA\t0042\n\t0917\nCCCC')).toEqual(['AAAA\t0042', '\t0917', 'CCCC']);
  expect(pastedLines('AAAA\n')).toEqual(['AAAA']);
});
