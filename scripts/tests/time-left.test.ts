// SPDX-License-Identifier: Apache-2.0

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { followTests } from './progress.ts';
import { guessRunning, guessSome, guessWhole, pickParts } from './time-left.ts';

/** 100 seconds, of which the build took 40 and two files the rest. */
const earlier = {
  seconds: 100,
  parts: {
    'Build of the web app': { seconds: 40, endedAt: 40 },
    'server/a.test.ts (together)': { seconds: 20, endedAt: 60 },
    'tests/e2e/b.spec.ts buys a card': { seconds: 40, endedAt: 100 },
  },
};

it('counts on from where the whole run before was when it had done as much, as slow as this one is', () => {
  expect(guessWhole(earlier, 1, 40)).toBeCloseTo(60);
  expect(guessWhole(earlier, 1, 200)).toBeCloseTo(300);
  expect(guessWhole(earlier, 3, 250)).toBeCloseTo(0);
});

it('goes by the time of the run before until a part has ended, and says nothing once that is over', () => {
  expect(guessWhole(earlier, 0, 30)).toBe(70);
  expect(guessWhole(earlier, 0, 130)).toBeUndefined();
});

it('goes by what is done of each phase where nobody ran all tests yet', () => {
  const [checks, units] = [
    { seconds: 30, share: undefined },
    { seconds: 20, share: 0.5 },
  ];
  expect(guessRunning([checks, units, { seconds: 10, share: 0.25 }])).toBeCloseTo(30);
  expect(guessRunning([checks, units, { seconds: 10, share: 0.01 }])).toBeUndefined();
  expect(guessRunning([checks])).toBeUndefined();
});

it('goes by what the chosen tests took, of which some have ended', () => {
  const known = pickParts(earlier, { files: ['server/a.test.ts', 'tests/e2e/b.spec.ts'], phases: [] });
  expect(Object.fromEntries(known)).toEqual({
    'server/a.test.ts (together)': 20,
    'tests/e2e/b.spec.ts buys a card': 40,
  });
  expect(guessSome(known, new Set(['server/a.test.ts (together)', 'another.test.ts']), 10)).toBeCloseTo(20);
  expect(guessSome(known, new Set(['another.test.ts']), 10)).toBeUndefined();
});

it('says nothing where the whole run did not know the tests, or too few of them', () => {
  const files = ['server/a.test.ts', 'server/new.test.ts'];
  const known = pickParts(earlier, { files, phases: [] });
  expect(guessSome(known, new Set(['server/a.test.ts (together)']), 10)).toBeUndefined();
});

it('tells no time by a run of other words', () => {
  vi.useFakeTimers();
  const folder = makeScratchFolder('reports');
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(lines.push(String(text))));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const report = join(folder, 'some-tests.json');
  writeFileSync(report, JSON.stringify({ ...earlier, isWhole: true }));
  const follower = followTests({ report, known: new Map() });
  const phase = follower.begin('Unit and integration tests');
  phase.hear({ kind: 'total', units: 3 });
  phase.hear({ kind: 'unit', name: 'server/a.test.ts (together)', seconds: 1 });
  vi.advanceTimersByTime(60_000);
  phase.end(true);
  follower.conclude({ isWhole: false });
  expect(lines.join('')).toContain('Unit and integration tests 1/3; 0 passed, 0 failed\n');
  expect(lines.join('')).not.toContain('left');
});
