// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { playReadings } from '../../../../tests/support/reading-season.ts';
import { playRecords } from '../../../../tests/support/record-season.ts';
import { jobsAtOnce } from '../../../providers/games/games.ts';

const access = (requestsPerSecond: number) => ({ baseUrl: '', keys: [{ key: 'all', requestsPerSecond }] });
const handsFor = (requestsPerSecond: number) => jobsAtOnce({ fortnite: access(requestsPerSecond) });

it('decides 1,200 attempts an hour with one key, in few readings and minutes', { tags: ['long'] }, () => {
  const figures = playReadings({ keys: 1, requestsPerSecond: 3, hours: 2, seed: 5, hands: handsFor(3) });
  expect(figures.decidedPerHour).toBeGreaterThanOrEqual(1_200);
  expect(figures.readings).toBeLessThanOrEqual(7);
  expect(figures.seenAfterMinutes).toBeLessThanOrEqual(2);
  // Most attempts are lost, and confirmed three minutes after their match was seen.
  expect(figures.decidedAfterMinutes).toBeGreaterThan(figures.seenAfterMinutes + 2.5);
  expect(figures.decidedAfterMinutes).toBeLessThanOrEqual(5);
  // With a reading every minute it would be one in a hundred.
  expect(figures.undecidable).toBeLessThan(0.02);
});

it('decides nearly ten times as many with ten keys', { tags: ['long'] }, () => {
  const decided = (keys: number, hands = handsFor(0.3 * keys)) =>
    playReadings({ keys, requestsPerSecond: 0.3, hours: 2, seed: 5, hands }).decidedPerHour;
  const [one, ten] = [decided(1), decided(10)];
  expect(ten / one).toBeGreaterThanOrEqual(9.5);
  // More keys alone don't help: each reading occupies a worker while it waits for its slot and makes its call.
  expect(decided(10, 1) / one).toBeLessThan(9);
});

it('uses as many workers as the keys need, up to what one process can handle', () => {
  expect([handsFor(3), handsFor(30), handsFor(1_000)]).toEqual([13, 40, 100]);
});

it('decides 1,000 attempts an hour with ten requests a minute, which ten accounts share', {
  tags: ['long'],
}, () => {
  const decided = (hands: number) =>
    playRecords({ requestsPerMinute: 10, hours: 12, seed: 5, hands }).decidedPerHour;
  expect(decided(jobsAtOnce({ pubg: access(10 / 60) }))).toBeGreaterThanOrEqual(1_000);
  // With fewer workers too few readings wait to fill a request.
  expect(decided(20)).toBeLessThan(900);
});

it('adds up the workers of each game, where ten PUBG readings share a request', () => {
  const both = (perMinute: number) => jobsAtOnce({ fortnite: access(3), pubg: access(perMinute / 60) });
  expect([both(10), both(100)]).toEqual([75, 90]);
});
