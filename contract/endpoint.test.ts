// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { id, idempotencyKey } from './endpoint.ts';

it('converts an id to lower case', () => {
  expect(id.parse('0198F000-0000-7000-8000-00000000ABCD')).toBe('0198f000-0000-7000-8000-00000000abcd');
});

it('documents for callers what an idempotency key does', () => {
  expect(idempotencyKey.description).toContain('the first answer is given again');
});
