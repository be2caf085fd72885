// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { getMeaning, getStatus } from './referral-words.ts';

it.each([
  ['signed_up', null, 'Signed up', 'Counts after a first finished challenge, won or lost.'],
  ['qualified', '2026-11-20T12:00:00.000Z', 'Counts', 'Counted on November 20, 2026: 1 referral token.'],
  ['qualified', null, 'Counts', '1 referral token.'],
  ['in_review', null, 'In review', 'Finished a first challenge. Our team is checking it.'],
  ['not_counted', null, 'Not counted', 'Our team checked it and didn’t count it.'],
] as const)('explains the status %s', (status, qualifiedAt, word, meaning) => {
  expect(getStatus({ status })).toBe(word);
  expect(getMeaning({ status, qualifiedAt })).toBe(meaning);
});
