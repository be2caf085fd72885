import { expect, it } from 'vitest';
import { fuzz } from './run.ts';

// `npm run fuzz` does the same with as many requests as one likes.
it('answers hostile requests in every role as documented, shows nobody what is not theirs, and keeps its books', async () => {
  const { requests, operations, perOperation, findings } = await fuzz({ seed: 15, requests: 2_000 });
  expect(findings).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(2_000);
  expect(perOperation.size).toBe(operations);
});
