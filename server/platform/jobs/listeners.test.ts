// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';
import { forEachId } from './for-each-id.ts';
import { listenerTasks } from './listeners.ts';

const fail = (reason: unknown) => () => Promise.reject(reason);
const run = (listeners: object[]) =>
  (listenerTasks(listeners)['some.fact'] as (payload: object) => Promise<void>)({ of: 7 });

it('notifies each listener of the facts it listens to', async () => {
  const [one, other, elsewhere] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
  const listeners = [{ 'some.fact': one }, { 'some.fact': other, 'other.fact': elsewhere }] as object[];
  expect(Object.keys(listenerTasks(listeners))).toEqual(['some.fact', 'other.fact']);
  await run(listeners);
  expect([one.mock.calls, other.mock.calls, elsewhere.mock.calls]).toEqual([
    [[{ of: 7 }]],
    [[{ of: 7 }]],
    [],
  ]);
});

it('fails with the reason of one failed listener after notifying the others', async () => {
  const reason = new Error('no');
  const heard = vi.fn(async () => {});
  await expect(run([{ 'some.fact': fail(reason) }, { 'some.fact': heard }])).rejects.toBe(reason);
  expect(heard).toHaveBeenCalledOnce();
});

it('fails with all reasons when several listeners failed', async () => {
  const failing = run([{ 'some.fact': fail('a') }, { 'some.fact': fail('b') }]);
  await expect(failing).rejects.toMatchObject({
    errors: ['a', 'b'],
    message: '2 listeners of some.fact failed',
  });
});

it('works on one id at a time, continues after failures and reports them at the end', async () => {
  const begun: string[] = [];
  let atWork = 0;
  const work = async (id: string) => {
    expect(atWork++).toBe(0);
    begun.push(id);
    await Promise.resolve();
    atWork--;
    if (id.startsWith('bad')) throw new Error('no');
  };
  await forEachId(['a', 'b'], work);
  await expect(forEachId(['bad', 'c'], work)).rejects.toThrow('bad: no');
  await expect(forEachId(['bad', 'd', 'bad too'], work)).rejects.toMatchObject({
    errors: [{ message: 'bad: no' }, { message: 'bad too: no' }],
    message: '2 of 3 failed',
  });
  expect(begun).toEqual(['a', 'b', 'bad', 'c', 'bad', 'd', 'bad too']);
});
