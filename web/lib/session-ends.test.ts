// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountsApi } from '../../contract/accounts.ts';
import { apiBase } from './api.ts';
import { endSession, startSession } from './session.ts';
import { leftSessionsKey, logoutPath, resumeSessionEnds } from './session-ends.ts';
import { fakeStorage } from './testing/fake-storage.ts';

const answers = vi.fn<typeof fetch>();
const asked = () =>
  answers.mock.calls.map(([url, { headers } = {}]) => `${url} ${new Headers(headers).get('authorization')}`);
const kept = () => localStorage.getItem(leftSessionsKey);

describe('the end of a session', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('localStorage', fakeStorage());
    vi.stubGlobal('fetch', answers);
    answers.mockReset().mockImplementation(async () => new Response('{}'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('reaches the server at logout, in a request that outlives the page', async () => {
    expect(logoutPath).toBe(apiBase + accountsApi.logout.path);
    startSession('left-here');
    endSession();
    await vi.waitFor(() => expect(kept()).toBeNull());
    expect(asked()).toEqual([`${logoutPath} Bearer left-here`]);
    expect(answers.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
  });

  it('is tried again until the server answers', async () => {
    answers.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    answers.mockResolvedValueOnce(new Response('', { status: 503 }));
    startSession('left-here');
    endSession();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answers).toHaveBeenCalledOnce();
    expect(kept()).toBe('left-here');
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(answers).toHaveBeenCalledTimes(3);
    expect(kept()).toBeNull();
  });

  it('is tried again when another page answered instead of the server', async () => {
    localStorage.setItem(leftSessionsKey, 'left-here');
    answers.mockResolvedValueOnce(new Response('<title>Welcome to our hotel</title>'));
    resumeSessionEnds();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(kept()).toBe('left-here');
    await vi.advanceTimersByTimeAsync(1);
    expect(kept()).toBeNull();
  });

  it('continues on the next page, and counts a refused token as ended', async () => {
    localStorage.setItem(leftSessionsKey, 'first second');
    answers.mockImplementation(async () => new Response('{}', { status: 401 }));
    resumeSessionEnds();
    await vi.waitFor(() => expect(kept()).toBeNull());
    expect(asked()).toEqual([`${logoutPath} Bearer first`, `${logoutPath} Bearer second`]);
  });

  it('is sent for a replaced session, but not for a session that ended by itself', async () => {
    startSession('old');
    startSession('new');
    await vi.waitFor(() => expect(kept()).toBeNull());
    startSession('new');
    endSession('session_ended');
    startSession('newest');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toEqual([`${logoutPath} Bearer old`]);
  });
});
