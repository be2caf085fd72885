// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { pickLines } from './pick-lines.ts';

it('picks lines in the order of the file, behind its heading', () => {
  const text = '\ufeffcard,Code\r\nSteam,AAAA\r\n\r\nXbox,BBBB\nNone,CCCC\n';
  expect(pickLines(text, [5, 2])).toBe('\ufeffcard,Code\nSteam,AAAA\nNone,CCCC\n');
});

it('takes no line of codes for a heading', () => {
  expect(pickLines('Steam,AAAA\nXbox,BBBB', [2])).toBe('Xbox,BBBB\n');
  expect(pickLines('Steam,AAAA\nXbox,BBBB', [1])).toBe('Steam,AAAA\n');
});

it.each(['Code', 'codes', 'HashCode', 'hash code'])('knows a heading by its column %s', (name) => {
  expect(pickLines(`${name}\nAAAA\nBBBB`, [3])).toBe(`${name}\nBBBB\n`);
});

it.each(['decode', 'codec', 'AAAA'])('knows none by %s', (name) => {
  expect(pickLines(`${name}\r\nAAAA\rBBBB`, [3])).toBe('BBBB\n');
});

it('picks nothing out of nothing', () => {
  expect(pickLines('', [])).toBe('\n');
});

it('keeps a heading below empty lines too: columns may stand in another order', () => {
  expect(pickLines('\n \ncode,card\nAAAA,Steam\nBBBB,None\n', [5])).toBe('code,card\nBBBB,None\n');
});
