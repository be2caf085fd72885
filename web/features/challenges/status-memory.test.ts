// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it } from 'vitest';
import { latestAttemptKey, modalShownKey } from '../../lib/session.ts';
import { makeAttempt } from './attempt-fixture.ts';
import { claim, observe, rememberShown, rememberStart } from './status-memory.ts';

let kept: Map<string, string>;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const first = makeAttempt();

beforeEach(() => {
  kept = new Map();
});

describe('claim', () => {
  it('keeps the remembered attempt for its player, and forgets it for another', () => {
    claim(storage, 'ada');
    rememberStart(storage, first._id);
    claim(storage, 'ada');
    expect(kept.get(latestAttemptKey)).toBe(first._id);
    const done = makeAttempt({ status: 'SUCCESS' });
    claim(storage, 'bob');
    expect(observe(storage, [done]).result).toBeNull();
    expect([latestAttemptKey, modalShownKey].filter((key) => kept.has(key))).toEqual([]);
  });
});

describe('observe', () => {
  it('clears the banner when no attempts are returned', () => {
    rememberStart(storage, first._id);
    expect(observe(storage, [])).toEqual({ banner: null, result: null });
  });

  it.each(['PENDING', 'IN_PROGRESS', 'WAITING_RECHECK'] as const)(
    'keeps the id and shows the banner while %s',
    (status) => {
      rememberStart(storage, first._id);
      expect(observe(storage, [makeAttempt({ status })])).toEqual({ banner: status, result: null });
      expect(kept.get(latestAttemptKey)).toBe(first._id);
    },
  );

  it.each(['SUCCESS', 'FAILED', 'CANCELLED'] as const)(
    'shows the result of %s once and forgets the id',
    (status) => {
      rememberStart(storage, first._id);
      const done = makeAttempt({ status });
      expect(observe(storage, [done])).toEqual({ banner: null, result: done });
      // Reloaded before it was shown: it is still due.
      expect(observe(storage, [done])).toEqual({ banner: null, result: done });
      rememberShown(storage, done._id);
      expect(kept.has(latestAttemptKey)).toBe(false);
      expect(kept.get(modalShownKey)).toBe(first._id);
      expect(observe(storage, [done]).result).toBeNull();
    },
  );

  it('does not show a result again when the same attempt is remembered once more', () => {
    const done = makeAttempt({ status: 'SUCCESS' });
    rememberStart(storage, first._id);
    observe(storage, [done]);
    rememberShown(storage, done._id);
    rememberStart(storage, first._id);
    expect(observe(storage, [done]).result).toBeNull();
    expect(kept.has(latestAttemptKey)).toBe(false);
  });

  it('shows the result of the next attempt after the result of an earlier attempt', () => {
    rememberStart(storage, first._id);
    observe(storage, [makeAttempt({ status: 'FAILED' })]);
    const second = makeAttempt({ _id: '0198f000-0000-7000-8000-000000000002', status: 'PENDING' });
    observe(storage, [second, first]);
    const won = { ...second, status: 'SUCCESS' as const };
    expect(observe(storage, [won, first]).result).toBe(won);
  });

  it('keeps waiting when the list is older than the awaited attempt', () => {
    const second = makeAttempt({ _id: '0198f000-0000-7000-8000-000000000002', status: 'PENDING' });
    rememberStart(storage, second._id);
    expect(observe(storage, [makeAttempt({ status: 'FAILED' })]).result).toBeNull();
    const won = { ...second, status: 'SUCCESS' as const };
    expect(observe(storage, [won]).result).toBe(won);
  });

  it('does not show an old result in a browser that did not wait for it', () => {
    expect(observe(storage, [makeAttempt({ status: 'SUCCESS' })])).toEqual({ banner: null, result: null });
    expect(kept.size).toBe(0);
  });

  it('keeps waiting for an attempt when the result of another attempt was shown', () => {
    rememberStart(storage, first._id);
    rememberShown(storage, '0198f000-0000-7000-8000-000000000000');
    expect(kept.get(latestAttemptKey)).toBe(first._id);
  });

  it('waits for an attempt that was started in another browser', () => {
    observe(storage, [first]);
    const done = makeAttempt({ status: 'CANCELLED' });
    expect(observe(storage, [done]).result).toBe(done);
  });
});
