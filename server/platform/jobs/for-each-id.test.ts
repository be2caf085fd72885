// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { forEachId } from './for-each-id.ts';

it('continues after failures, and reports each with its id', async () => {
  const done: string[] = [];
  const why = new TypeError('no');
  const work = async (id: string) => {
    if (id === 'b' || id === 'd') throw why;
    done.push(id);
  };
  const failure = await forEachId(['a', 'b', 'c', 'd'], work).catch((error: unknown) => error);
  expect(done).toEqual(['a', 'c']);
  expect(failure).toBeInstanceOf(AggregateError);
  expect((failure as AggregateError).errors).toMatchObject([
    { message: 'b: no', cause: why },
    { message: 'd: no', cause: why },
  ]);
});

it('reports a single failure with its id', async () => {
  await expect(forEachId(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('a: no');
});
