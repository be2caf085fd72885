import { expect, it } from 'vitest';
import { meaningOf, statusOf } from './referral-words.ts';

it.each([
  ['signed_up', null, 'Signed up', /after a first finished challenge/],
  ['qualified', '2026-11-20T12:00:00.000Z', 'Counts', /^Counted on November 20, 2026: 1 referral token\.$/],
  ['in_review', null, 'In review', /before it counts/],
  ['not_counted', null, 'Not counted', /decided against it/],
] as const)('says what %s means', (status, qualifiedAt, word, meaning) => {
  expect(statusOf({ status })).toBe(word);
  expect(meaningOf({ status, qualifiedAt })).toMatch(meaning);
});
