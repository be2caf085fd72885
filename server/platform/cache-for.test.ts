// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { fakeClock } from '../../tests/support/clock.ts';
import { cacheFor } from './cache-for.ts';

function startKeeping() {
  const clock = fakeClock();
  let reads = 0;
  let isBroken = false;
  const get = cacheFor(10_000, clock, async () => {
    reads++;
    if (isBroken) throw new Error('away');
    return reads;
  });
  return {
    clock,
    get,
    breakDown(broken: boolean) {
      isBroken = broken;
    },
  };
}

it('reads once for all callers within the time, then again', async () => {
  const { clock, get } = startKeeping();
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  clock.advance(9_999);
  expect(await get()).toBe(1);
  clock.advance(1);
  expect(await Promise.all([get(), get()])).toEqual([2, 2]);
});

it('does not cache a failure', async () => {
  const { get, breakDown } = startKeeping();
  breakDown(true);
  await expect(Promise.all([get(), get()])).rejects.toThrow('away');
  breakDown(false);
  expect(await get()).toBe(2);
});

it('reads again when the clock was set back', async () => {
  const { clock, get } = startKeeping();
  await get();
  clock.advance(-1);
  expect(await get()).toBe(2);
});

it('starts no second read while the first is pending', async () => {
  const clock = fakeClock();
  const answers: ((answer: string) => void)[] = [];
  const get = cacheFor(10, clock, () => new Promise<string>((resolve) => answers.push(resolve)));
  const first = get();
  clock.advance(60_000);
  const second = get();
  expect(answers).toHaveLength(1);
  answers[0]?.('late');
  expect(await Promise.all([first, second])).toEqual(['late', 'late']);
});
