import { expect, it } from 'vitest';
import { timeLeftWords } from './promotion-words.ts';

const sending = { state: 'sending', secondsLeft: null, isStandingStill: false } as const;

it.each([
  [sending, 'It has just begun.'],
  [{ ...sending, secondsLeft: 12 }, 'Less than a minute left.'],
  [{ ...sending, secondsLeft: 61 }, 'About 2 minutes left.'],
  [{ ...sending, secondsLeft: 60 }, 'About 1 minute left.'],
  [
    { ...sending, secondsLeft: 60, isStandingStill: true },
    'It stands still at the moment and goes on by itself.',
  ],
  [{ ...sending, state: 'sent', isStandingStill: true } as const, 'All is sent.'],
])('%o is told as: %s', (state, words) => {
  expect(timeLeftWords(state)).toBe(words);
});
