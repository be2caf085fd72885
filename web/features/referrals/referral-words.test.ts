import { expect, it } from 'vitest';
import { getMeaning, getStatus } from './referral-words.ts';

it.each([
  ['signed_up', null, 'Signed up', /after a first finished challenge/],
  ['qualified', '2026-11-20T12:00:00.000Z', 'Counts', /^Counted on November 20, 2026: 1 referral token\.$/],
  ['in_review', null, 'In review', /before it counts/],
  ['not_counted', null, 'Not counted', /decided against it/],
] as const)('says what %s means', (status, qualifiedAt, word, meaning) => {
  expect(getStatus({ status })).toBe(word);
  expect(getMeaning({ status, qualifiedAt })).toMatch(meaning);
});
