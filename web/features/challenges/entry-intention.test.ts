// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { createIntention } from './entry-intention.ts';

it('keeps its key only while the outcome of the request is unknown', () => {
  let count = 0;
  const intention = createIntention(() => `key-${++count}`);
  const input = { epicId: 'Ada' };
  expect(intention.keyFor(input)).toBe('key-1');
  intention.failed(new ApiError('No response received from the server'));
  expect(intention.keyFor({ ...input })).toBe('key-1');
  intention.failed(new ApiError('busy', 503, 'unavailable'));
  expect(intention.keyFor(input)).toBe('key-1');
  expect(intention.keyFor({ epicId: 'Grace' })).toBe('key-2');
  intention.failed(new ApiError('broken', 500, 'internal'));
  intention.failed(Object.assign(new Error('of another kind'), { status: 422 }));
  intention.failed(new ApiError('of somebody on the way', 403));
  // Accepted, but the outcome is unknown.
  intention.failed(new ApiError('waits', 202, 'unavailable'));
  expect(intention.keyFor({ epicId: 'Grace' })).toBe('key-2');
  intention.failed(new ApiError('private', 422, 'stats_private'));
  expect(intention.keyFor({ epicId: 'Grace' })).toBe('key-3');
  intention.failed(new ApiError('not valid', 400, 'invalid_request'));
  expect(intention.keyFor({ epicId: 'Grace' })).toBe('key-4');
  intention.succeeded();
  expect(intention.keyFor({ epicId: 'Grace' })).toBe('key-5');
});
