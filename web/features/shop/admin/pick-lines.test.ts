// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { pickLines } from './pick-lines.ts';

it('picks lines in the order of the file, after its heading', () => {
  const text = 'card,Code\r\nSteam,AAAA\r\n\r\nXbox,BBBB\nNone,CCCC\n';
  expect(pickLines(text, [5, 2], 1)).toBe('card,Code\nSteam,AAAA\nNone,CCCC\n');
});

it('does not treat a line of codes as a heading', () => {
  expect(pickLines('Steam,AAAA\nXbox,BBBB', [2], null)).toBe('Xbox,BBBB\n');
  expect(pickLines('Steam,AAAA\nXbox,BBBB', [1], null)).toBe('Steam,AAAA\n');
});

it('keeps the line that names the separator', () => {
  expect(pickLines('sep=;\ncode;pin\nAAAA;1\nBBBB;2\n', [4], 2)).toBe('sep=;\ncode;pin\nBBBB;2\n');
  expect(pickLines('sep=;\nSteam;AAAA\nXbox;BBBB\n', [3], null)).toBe('sep=;\nXbox;BBBB\n');
});

it('picks no line from an empty file', () => {
  expect(pickLines('', [], null)).toBe('\n');
});

it('keeps a heading after empty lines too, because columns can be ordered differently', () => {
  expect(pickLines('\n \ncode,card\nAAAA,Steam\nBBBB,None\n', [5], 3)).toBe('code,card\nBBBB,None\n');
});
