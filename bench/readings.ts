// SPDX-License-Identifier: Apache-2.0

import { jobsAtOnce } from '../server/providers/games/games.ts';
import { playReadings } from '../tests/support/reading-season.ts';
import { playRecords } from '../tests/support/record-season.ts';
import type { BenchContext } from './context.ts';
import type { Figure, Result } from './report.ts';

/**
 * Capacity of the game statistics with one key and with ten: simulates hours of attempts at full demand without waiting
 * in real time.
 */
export async function benchReadings({ log }: Pick<BenchContext, 'log'>): Promise<Result[]> {
  const requestsPerSecond = 3;
  const of = (keys: number) => {
    const hands = jobsAtOnce({
      fortnite: { baseUrl: '', keys: [{ key: 'all', requestsPerSecond: requestsPerSecond * keys }] },
    });
    return playReadings({ keys, requestsPerSecond, hours: 4, seed: 5, hands });
  };
  const one = of(1);
  log(`readings, one key: ${JSON.stringify(one)}`);
  const ten = of(10);
  log(`readings, ten keys: ${JSON.stringify(ten)}`);
  const ofRecords = (requestsPerMinute: number) => {
    const keys = [{ key: 'all', requestsPerSecond: requestsPerMinute / 60 }];
    const hands = jobsAtOnce({ pubg: { baseUrl: '', keys } });
    return playRecords({ requestsPerMinute, hours: 12, seed: 5, hands });
  };
  const records = ofRecords(10);
  log(`records, 10 requests a minute: ${JSON.stringify(records)}`);
  const manyRecords = ofRecords(100);
  log(`records, 100 requests a minute: ${JSON.stringify(manyRecords)}`);
  const figure = (name: string, unit: string, value: number, reference: number, against: string): Figure => ({
    name: `readings: ${name}`,
    unit,
    value,
    reference,
    against,
    ratio: value / reference,
    limit: 1,
  });
  return [
    figure('decided by one key', '/h', one.decidedPerHour, 1_200, 'the promise'),
    { ...figure('decided by ten keys', '/h', ten.decidedPerHour, one.decidedPerHour, 'one key'), limit: 9.5 },
    figure('records decided by 10 requests a minute', '/h', records.decidedPerHour, 1_000, 'the promise'),
    {
      ...figure(
        'records decided by 100 requests a minute',
        '/h',
        manyRecords.decidedPerHour,
        records.decidedPerHour,
        '10 requests a minute',
      ),
      limit: 9.5,
    },
    figure('readings of an attempt, 7 allowed', '', 7, one.readings, 'median at full load'),
    figure(
      'from report to first sight, 120 s allowed',
      's',
      120,
      one.seenAfterMinutes * 60,
      'median at full load',
    ),
    {
      ...figure(
        'from report to first sight, and to the decision',
        's',
        one.seenAfterMinutes * 60,
        one.decidedAfterMinutes * 60,
        'median at full load',
      ),
      limit: 0,
      reason: 'A loss is confirmed three minutes later (docs/decisions/0019)',
    },
  ];
}
