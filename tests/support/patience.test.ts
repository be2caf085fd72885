// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listTrackedFiles } from '../../scripts/tracked-files.ts';
import { getSlowness, patient } from './patience.ts';

it('stretches limits on a slow machine, ignoring momentary load', () => {
  vi.stubEnv('TEST_SLOWNESS', '6');
  expect(patient(1_500)).toBeGreaterThanOrEqual(9_000);
  vi.stubEnv('TEST_SLOWNESS', '1000');
  expect(getSlowness()).toBeLessThan(20);
});

it('stretches the limits of calls to outside services, unless a test set a shorter one', async () => {
  const asked: number[] = [];
  const { timeout } = AbortSignal;
  onTestFinished(() => void Object.assign(AbortSignal, { timeout }));
  AbortSignal.timeout = (ms) => {
    asked.push(ms);
    return new AbortController().signal;
  };
  vi.stubEnv('TEST_SLOWNESS', '6');
  vi.resetModules();
  await import('./patient-signals.ts');
  AbortSignal.timeout(8_000);
  AbortSignal.timeout(200);
  expect(asked[0]).toBeGreaterThanOrEqual(48_000);
  expect(asked[1]).toBe(200);
});

const limits: readonly RegExp[] = [
  /\btimeout: [\d.]/,
  /\bAbortSignal\.timeout\(\d/,
  /\b(?:test|page)\.set\w*Timeout\(\d/,
  /\bwaitForTimeout\(/,
  /^\s*\}, \d[\d_]{3,}\);$/,
  /\bwaitFor\(.*\), \d[\d_]*\);$/,
  /\.now\(\) - \w+\)\.toBeLessThan(?:OrEqual)?\(\d/,
];

/** Code with milliseconds that aren't a limit of a test, each with the reason. */
const exempt: readonly (readonly [part: string, reason: string])[] = [
  ['timeout: 5 * minute', 'what a passkey is asked for says'],
  ['AbortSignal.timeout(8_000);', 'is never to run out'],
  ['AbortSignal.timeout(200);', 'is never to run out'],
  ['timeout: 30_000 }', 'the setting of the server'],
  ['AbortSignal.timeout(150) })).rejects', 'is to run out'],
  ['create(999, { timeout: 200 })', 'is to run out'],
  ['beganAt).toBeLessThan(4_500)', 'less than five seconds, which an attempt took at most'],
  ['from).toBeLessThan(30_000)', 'less than a minute, which the database takes otherwise'],
];

it('every time limit in a test uses it', () => {
  const files = listTrackedFiles().filter((file) => /\.(?:test|spec)\.tsx?$|^tests\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(900);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => limits.some((limit) => limit.test(line)))
      .filter((line) => !exempt.some(([part]) => line.includes(part)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
