// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type FinalReason, finalReasons, isFinished } from './verdict-terms.ts';
import { type AttemptReason, isAttemptReason, reasonText, toSettlement } from './verdict-text.ts';

const reasons: Record<AttemptReason, true> = {
  'awaiting-match': true,
  'awaiting-report': true,
  'awaiting-earlier': true,
  confirming: true,
  'awaiting-counters': true,
  'private-once': true,
  'banned-once': true,
  'source-fault': true,
  'source-behind': true,
  'conditions-met': true,
  'conditions-not-met': true,
  'made-private': true,
  'account-banned': true,
  'no-match': true,
  'started-late': true,
  undecidable: true,
  'counters-missing': true,
  'source-reset': true,
  'source-down': true,
  voided: true,
  overturned: true,
};
const amounts = { fee: 1_000, reward: 2_600, refund: 900, processingFee: 100 };

it('addresses the player directly, and describes the player to everyone else', () => {
  for (const reason of Object.keys(reasons) as AttemptReason[]) {
    const text = reasonText(reason, amounts, { isOwn: false });
    expect(text).toMatch(/^[A-Z].{30,}\.$/);
    expect(reasonText(reason, amounts)).toMatch(/^[A-Z].{30,}\.$/);
    expect(text).not.toMatch(/\byou|\{/i);
    // The same amounts in both.
    const toNumbers = (words: string) => words.match(/\d[\d,]*/g);
    expect(toNumbers(text)).toEqual(toNumbers(reasonText(reason, amounts)));
  }
  expect(reasonText('conditions-met', amounts)).toBe('Your match met the conditions. You earned 2,600 GC.');
  expect(reasonText('conditions-met', amounts, { isOwn: false })).toBe(
    'The match met the conditions. The player earned 2,600 GC.',
  );
});

it('describes practice the same way to everyone, without moved coins', () => {
  const ofPractice = { ...amounts, isPractice: true };
  const final = Object.keys(finalReasons) as FinalReason[];
  for (const reason of [...final, 'voided', 'private-once', 'banned-once'] as const) {
    const text = reasonText(reason, ofPractice);
    expect(text).toMatch(/^[A-Z].{30,}\.$/);
    expect(text).not.toMatch(/\byou|\{|went back|fee of/i);
    expect(reasonText(reason, ofPractice, { isOwn: false })).toBe(text);
  }
  const repeated = final.filter((reason) =>
    reasonText(reason, ofPractice).endsWith('. Nothing was decided. Practice allows up to 5 tries in all.'),
  );
  expect(repeated).toEqual(final.filter((reason) => finalReasons[reason] === 'CANCELLED'));
  expect(reasonText('conditions-met', ofPractice)).toBe(
    'The match met the conditions. A real challenge would have paid 2,600 GC.',
  );
  expect(reasonText('awaiting-match', ofPractice)).toBe(reasonText('awaiting-match', amounts));
});

it('explains missing data of matches with an id without naming the length', () => {
  const proof = 'matches with an id';
  expect(reasonText('awaiting-counters', amounts)).toContain('its length or its time is still missing');
  expect(reasonText('awaiting-counters', amounts, { proof })).toContain('what decides it is still missing');
  const told = (isOwn: boolean, isPractice = false) =>
    reasonText('counters-missing', { ...amounts, isPractice }, { isOwn, proof });
  expect(reasonText('counters-missing', amounts)).toContain('how long your match lasted or when it ended');
  expect(told(true)).toContain('never showed what decides it, so');
  expect([told(false), told(true, true)]).toEqual([
    expect.stringContaining('never showed what decides it, so'),
    expect.stringContaining('never showed what decides it, so'),
  ]);
  for (const reason of (Object.keys(reasons) as AttemptReason[]).filter(
    (reason) => !['awaiting-counters', 'counters-missing'].includes(reason),
  ))
    expect(reasonText(reason, amounts, { proof })).toBe(reasonText(reason, amounts));
});

it('recognizes exactly the known reasons', () => {
  expect(Object.keys(reasons).every(isAttemptReason)).toBe(true);
  expect(['', 'toString', 'won'].some(isAttemptReason)).toBe(false);
});

it('counts only attempts that were played to the end as finished', () => {
  const finished = (Object.keys(finalReasons) as FinalReason[]).filter(isFinished);
  expect(finished).toEqual(['conditions-met', 'conditions-not-met']);
});

it.each<[FinalReason, number, number, number]>([
  ['conditions-met', 120, 0, 0],
  ['conditions-not-met', 0, 0, 0],
  ['made-private', 0, 0, 0],
  ['no-match', 0, 50, 5],
  ['started-late', 0, 50, 5],
  ['undecidable', 0, 50, 5],
  ['account-banned', 0, 50, 5],
  ['counters-missing', 0, 55, 0],
  ['source-reset', 0, 55, 0],
  ['source-down', 0, 55, 0],
])('%s pays %i, returns %i and keeps %i', (reason, rewardGC, refundGC, processingFeeGC) => {
  const settle = (isPractice?: boolean) =>
    toSettlement(
      reason,
      { fee: 55, reward: 120, ...(isPractice && { isPractice }) },
      { processingFeePercent: 10 },
    );
  expect(settle()).toEqual({ rewardGC, refundGC, processingFeeGC });
  expect(settle(true)).toEqual({ rewardGC: 0, refundGC: 0, processingFeeGC: 0 });
});
