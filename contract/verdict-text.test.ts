import { expect, it } from 'vitest';
import { type AttemptReason, reasonText } from './verdict-text.ts';

const reasons: Record<AttemptReason, true> = {
  'awaiting-match': true,
  'awaiting-report': true,
  confirming: true,
  'awaiting-counters': true,
  'private-once': true,
  'source-fault': true,
  'source-behind': true,
  'conditions-met': true,
  'conditions-not-met': true,
  'made-private': true,
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

it('speaks to the player, and of the player to everybody else', () => {
  for (const reason of Object.keys(reasons) as AttemptReason[]) {
    const text = reasonText(reason, amounts, { isOwn: false });
    expect(text).not.toMatch(/\byou|\{/i);
    // The same amounts in both.
    const toNumbers = (words: string) => words.match(/\d[\d,]*/g);
    expect(toNumbers(text)).toEqual(toNumbers(reasonText(reason, amounts)));
  }
  expect(reasonText('conditions-met', amounts)).toBe('Your match met the conditions. You earned 2,600 GC.');
  expect(reasonText('conditions-met', amounts, { isOwn: false })).toBe(
    'The match met the conditions. It earned the player 2,600 GC.',
  );
});
