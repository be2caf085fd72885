// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { withPercent } from './progress.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.restoreAllMocks();
});

/** Everything that is written after two of three parts, and after all. */
async function written(isWatched: boolean): Promise<string> {
  process.stderr.isTTY = isWatched;
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const result = await withPercent('Proofs', async (note) => {
    note(2, 3);
    note(3, 3);
    return 'done';
  });
  expect(result).toBe('done');
  return write.mock.calls.map(([text]) => text).join('');
}

it('shows the progress in a terminal', async () =>
  expect(await written(true)).toContain('Proofs, percent (66 of 100)'));

it('leaves Ctrl-C and signals to the command', async () => {
  process.stderr.isTTY = true;
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const listeners = () => [
    process.listenerCount('SIGINT'),
    process.listenerCount('SIGTERM'),
    process.stdin.listenerCount('keypress'),
  ];
  const before = listeners();
  expect(await withPercent('Proofs', async () => listeners())).toEqual(before);
});

it('prints nothing without a terminal', async () => expect(await written(false)).toBe(''));
