// SPDX-License-Identifier: Apache-2.0

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../../../contract/challenges.ts';
import { endSession, startSession } from '../../lib/session.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { latestAttemptQuery, startAttempt } from './api.ts';
import { makeAttempt } from './attempt-fixture.ts';

const answers = vi.fn<typeof fetch>();
const answer = (status: number, data: unknown) =>
  new Response(JSON.stringify({ message: 'said', code: 'invalid_request', data }), { status });

describe('the status check', () => {
  let queries: QueryClient;
  const check = () => queries.fetchQuery({ ...latestAttemptQuery, retry: false, staleTime: 0 });

  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', answers);
    answers.mockReset();
    startSession('secret');
    queries = new QueryClient();
  });
  afterEach(() => {
    queries.clear();
    vi.unstubAllGlobals();
  });

  it('repeats after 1,800,000 ms while the newest attempt is active, and not afterwards', async () => {
    const interval = latestAttemptQuery.refetchInterval as (query: {
      state: { data?: Attempt | null };
    }) => unknown;
    for (const status of ['PENDING', 'IN_PROGRESS', 'WAITING_RECHECK'] as const) {
      expect(interval({ state: { data: makeAttempt({ status }) } })).toBe(1_800_000);
    }
    for (const status of ['SUCCESS', 'FAILED', 'CANCELLED'] as const) {
      expect(interval({ state: { data: makeAttempt({ status }) } })).toBe(false);
    }
    expect(interval({ state: { data: null } })).toBe(false);
  });

  it('reads the first attempt of the list, or null from an empty list', async () => {
    const active = makeAttempt({ status: 'PENDING' });
    answers.mockResolvedValueOnce(answer(200, [active, makeAttempt()]));
    expect(await check()).toEqual(active);
    answers.mockResolvedValueOnce(answer(200, []));
    expect(await check()).toBeNull();
  });

  it('ignores a 400 and keeps the known attempt', async () => {
    const active = makeAttempt({ status: 'PENDING' });
    answers.mockResolvedValueOnce(answer(200, [active]));
    await check();
    answers.mockResolvedValueOnce(answer(400, null));
    expect(await check()).toEqual(active);
  });

  it('ignores a 400 when no attempt is known yet', async () => {
    answers.mockResolvedValueOnce(answer(400, null));
    expect(await check()).toBeNull();
  });

  it('fails on any other refusal', async () => {
    answers.mockResolvedValueOnce(answer(403, null));
    await expect(check()).rejects.toThrow('said');
  });
});

describe('an entry', () => {
  const entry = {
    challengeId: '019a0000-0000-7000-8000-000000000001',
    challengeType: 'TOP10_5KILL_SOLO',
    entryFeeGC: 100,
    epicId: 'Ada',
    idempotencyKey: 'key',
  };
  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', answers);
    answers.mockReset();
    startSession('secret');
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is remembered until its result arrives', async () => {
    answers.mockResolvedValueOnce(answer(200, { attemptId: 'a' }));
    expect(await startAttempt(entry, false)).toBe('a');
    expect(localStorage.getItem('latestAttemptId')).toBe('a');
  });

  it('leaves nothing behind when its player signed out in another tab meanwhile', async () => {
    answers.mockImplementationOnce(async () => {
      endSession();
      return answer(200, { attemptId: 'a' });
    });
    expect(await startAttempt(entry, false)).toBe('a');
    expect(localStorage.getItem('latestAttemptId')).toBeNull();
  });
});
