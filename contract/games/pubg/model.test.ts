// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { often } from '../../../tests/support/often.ts';
import { seeded } from '../../../tests/support/random.ts';
import { challengeRules } from '../../challenge-rules.ts';
import type { RecordsVerdict } from '../../verdict-records-terms.ts';
import { judgeMatchRecords, type MatchesInput } from './judge.ts';
import type { MatchRecord } from './schemas.ts';
import { makeHistory, second } from './testing/history.ts';
import { findFault } from './testing/model.ts';

type Judge = (input: MatchesInput) => RecordsVerdict;

const rules = challengeRules(1);

function findFaults(judge: Judge, count: number): string[] {
  const faults: string[] = [];
  for (let seed = 1; seed <= count && faults.length < 5; seed++) {
    const fault = judgeHistory(judge, seed);
    if (fault) faults.push(`history ${seed}: ${fault}`);
  }
  return faults;
}

function judgeHistory(judge: Judge, seed: number): string | undefined {
  const history = makeHistory(seed, seeded(seed * 2_654_435_761 + 1));
  const { entry, terms, initial, readings, requiredPlacement, requiredKills } = history;
  const takenAt = (count: number) =>
    Date.parse(readings[count - 1]?.takenAt ?? new Date(entry).toISOString());
  const decideAfter = (count: number, duringMs = 0) =>
    judge({
      startedAt: new Date(entry).toISOString(),
      now: new Date(takenAt(count) + duringMs).toISOString(),
      initial,
      readings: readings.slice(0, count),
      conditions: { requiredPlacement, requiredKills },
      terms,
      rules,
    });
  const verdict = decideAfter(readings.length);
  if (verdict.isFinal) {
    const before = verdict.decidedByReading - 1;
    const open = decideAfter(before);
    if (open.isFinal) return 'was final earlier';
    const isStarted = takenAt(before) >= entry + rules.startWithinMs;
    if (isStarted && decideAfter(before, 90 * second).nextCheckAt !== open.nextCheckAt)
      return 'forgot what became due during a reading';
    const then = decideAfter(verdict.decidedByReading);
    if (JSON.stringify(then) !== JSON.stringify(verdict)) return 'changed with later readings';
  }
  return findFault(history, verdict);
}

it('pays for no match before entry, loses no provable win, and refunds as ruled', { tags: ['long'] }, () => {
  expect(findFaults(judgeMatchRecords, often(100_000, { briefly: 5_000 }))).toEqual([]);
});

/** The judge with altered readings. */
const withRecords =
  (change: (record: MatchRecord, input: MatchesInput) => Partial<MatchRecord>): Judge =>
  (input) =>
    judgeMatchRecords({
      ...input,
      readings: input.readings.map((reading) =>
        reading.kind === 'fault'
          ? reading
          : {
              ...reading,
              matches: reading.matches.map((record) => ({ ...record, ...change(record, input) })),
            },
      ),
    });

const broken: Record<string, Judge> = {
  'does not wait for earlier matches': (input) =>
    judgeMatchRecords({ ...input, rules: { ...input.rules, noMatchMs: input.rules.startWithinMs + 60_000 } }),
  'counts matches from before entry': (input) =>
    judgeMatchRecords({
      ...input,
      startedAt: new Date(Date.parse(input.startedAt) - 300_000).toISOString(),
    }),
  'trusts the clocks': (input) =>
    judgeMatchRecords({ ...input, rules: { ...input.rules, startToleranceMs: 0 } }),
  'trusts every record about its start': withRecords(({ createdAt, durationSeconds }) => ({
    storedAt: new Date(Date.parse(createdAt) + durationSeconds * 1000).toISOString(),
  })),
  'counts arcade and training matches': withRecords(() => ({ type: 'official' })),
  'counts custom matches': withRecords(() => ({ isCustom: false })),
  'counts every mode': withRecords((_record, { terms }) => ({ mode: terms.mode })),
  'leaves out ranked matches': withRecords(({ type }) => (type === 'competitive' ? { type: 'other' } : {})),
  'counts bots always': (input) =>
    judgeMatchRecords({ ...input, terms: { ...input.terms, countsBots: true } }),
  'never asks telemetry': withRecords(() => ({ startedAt: null, botKills: null })),
  'takes a banned account for any other': (input) =>
    judgeMatchRecords({
      ...input,
      readings: input.readings.map((reading) =>
        reading.kind === 'fault' ? reading : { ...reading, isBanned: false },
      ),
    }),
  'forgets what became due during a reading': (input) => {
    const verdict = judgeMatchRecords(input);
    const isDue = verdict.nextCheckAt !== null && verdict.nextCheckAt <= input.now;
    return isDue && !verdict.isFinal ? { ...verdict, nextCheckAt: null } : verdict;
  },
  'does not wait for telemetry': (input) =>
    judgeMatchRecords({
      ...input,
      readings: input.readings.map((reading) =>
        reading.kind === 'fault' ? reading : { ...reading, untold: [] },
      ),
    }),
  'forgets matches that could not be read': (input) =>
    judgeMatchRecords({
      ...input,
      readings: input.readings.map((reading) =>
        reading.kind === 'fault' ? reading : { ...reading, seen: [] },
      ),
    }),
};

it.each(Object.entries(broken))('detects a judge that %s', { tags: ['long'] }, (_fault, judge) => {
  expect(findFaults(judge, 4_000)).not.toEqual([]);
});
