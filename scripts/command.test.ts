// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { command, toCount, toSome, toWholeNumber } from './command.ts';

let said: string;
beforeEach(() => {
  said = '';
  const keep = (text: string | Uint8Array) => {
    said += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`ended with ${status}`);
  });
});
afterEach(() => vi.restoreAllMocks());

const take = (...args: string[]) =>
  command('try', 'Tries things.')
    .option('--times <n>', 'how often', toCount, 3)
    .option('--seed <n>', 'decides what', toWholeNumber)
    .option('--only <kinds>', 'these alone', toSome(['one', 'other']))
    .parse(args, { from: 'user' })
    .opts<{ times: number; seed?: number; only?: string[] }>();

it('reads numbers and lists from options, and applies defaults', () => {
  expect(take()).toEqual({ times: 3 });
  expect(take('--times', '12', '--only', 'other,one')).toEqual({ times: 12, only: ['other', 'one'] });
  expect(take('--times', '1', '--seed', '0')).toEqual({ times: 1, seed: 0 });
});

it.each([
  [['--times', 'ten'], "error: option '--times <n>' argument 'ten' is invalid. It must be a whole number."],
  [['--times', '0'], 'It must be at least 1.'],
  [['--times', '-1'], 'It must be a whole number.'],
  [['--seed', '1.5'], 'It must be a whole number.'],
  [['--times', '1e3'], 'It must be a whole number.'],
  [['--times', ''], 'It must be a whole number.'],
  [['--only', 'one,tow'], 'Unknown: tow. Choose from one, other.'],
  [['--tmes', '3'], "error: unknown option '--tmes'\n(Did you mean --times?)"],
  [['three'], 'error: too many arguments. Expected 0 arguments but got 1: three.'],
])('refuses %j with status 2 and an explanation', (args, why) => {
  expect(() => take(...args)).toThrow('ended with 2');
  expect(said).toContain(why);
  expect(said).toContain('(--help lists the arguments)');
});

it('prints its help', () => {
  expect(() => take('--help')).toThrow('ended with 0');
  expect(said).toContain('Usage: npm run try -- [options]');
  expect(said).toContain('how often (default: 3)');
});
