// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { id, idempotencyKey } from './endpoint.ts';

it('reads an id in its one spelling', () => {
  expect(id.parse('0198F000-0000-7000-8000-00000000ABCD')).toBe('0198f000-0000-7000-8000-00000000abcd');
});

it('says to those who call it what a key is for', () => {
  expect(idempotencyKey.description).toContain('the first answer is given again');
});
