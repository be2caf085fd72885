// SPDX-License-Identifier: Apache-2.0

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteAttendance, noteUseReported } from './attendance.ts';
import { startLive } from './live.ts';
import { keys } from './query.ts';
import { fakeStorage } from './testing/fake-storage.ts';

type Said = { kind: string };

/** The messages that this tab sends to other tabs and receives from them. */
class Channel {
  static open: Channel;
  onmessage: (message: { data: unknown }) => void = () => {};
  said: Said[] = [];
  constructor() {
    Channel.open = this;
  }
  postMessage(message: Said): void {
    this.said.push(message);
  }
  close(): void {}
}

describe("a tab served by another tab's reader", () => {
  const client = new QueryClient();
  /** Longer than this process runs. */
  const longMs = 10 ** 9;
  let stop = () => {};
  const hear = (message: unknown) => Channel.open.onmessage({ data: message });
  const asked = () => Channel.open.said.filter(({ kind }) => kind === 'is anybody reading?').length;
  const isStale = () => client.getQueryState(keys.profile)?.isInvalidated;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    const events = { addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('window', { ...events, BroadcastChannel: Channel });
    vi.stubGlobal('BroadcastChannel', Channel);
    vi.stubGlobal('document', { visibilityState: 'visible' });
    // Another tab holds the lock.
    vi.stubGlobal('navigator', { onLine: true, locks: { request: () => new Promise(() => {}) } });
    vi.stubGlobal('localStorage', fakeStorage());
    client.setQueryData(keys.profile, { name: 'Ada' });
    stop = startLive(client, 'token');
    hear({ kind: 'open', isNew: false, quietMs: longMs });
  });
  afterEach(() => {
    stop();
    client.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('polls once the reader falls silent, because browsers suspend hidden tabs', () => {
    vi.advanceTimersByTime(60_000);
    expect(isStale()).toBe(true);
  });

  it('reports to the server every five minutes that someone is typing', () => {
    noteUseReported();
    for (let half = 1; half <= 11; half++) {
      expect(isStale(), `after ${half / 2 - 0.5} minutes`).toBe(false);
      noteAttendance();
      vi.advanceTimersByTime(30_000);
      hear({ kind: 'open', isNew: false, quietMs: longMs });
    }
    expect(isStale()).toBe(true);
  });

  it('does not poll while the reader answers', () => {
    for (let minute = 0; minute < 5; minute++) {
      const before = asked();
      vi.advanceTimersByTime(30_000);
      expect(asked()).toBe(before + 1);
      hear({ kind: 'open', isNew: false, quietMs: 0 });
    }
    expect(isStale()).toBe(false);
  });

  it('does not poll when the reader continued in the meantime', () => {
    for (let minute = 0; minute < 5; minute++) {
      vi.advanceTimersByTime(30_000);
      hear({ kind: 'place', id: String(minute) });
    }
    expect(isStale()).toBe(false);
  });

  it('reads again, once, when the reader may have missed something since this page loaded', () => {
    stop();
    for (const [quietMs, isMissed] of [
      [longMs, false],
      [0, true],
    ] as const) {
      client.setQueryData(keys.profile, { name: 'Ada' });
      stop = startLive(client, 'token');
      hear({ kind: 'open', isNew: false, quietMs });
      expect(isStale()).toBe(isMissed);
      stop();
    }
    client.setQueryData(keys.profile, { name: 'Ada' });
    stop = startLive(client, 'token');
    hear({ kind: 'open', isNew: false, quietMs: longMs });
    hear({ kind: 'open', isNew: false, quietMs: 0 });
    expect(isStale()).toBe(false);
  });

  it('stops polling once the reader is awake again', () => {
    vi.advanceTimersByTime(60_000);
    hear({ kind: 'open', isNew: false, quietMs: 0 });
    client.setQueryData(keys.profile, { name: 'Ada' });
    vi.advanceTimersByTime(30_000);
    expect(isStale()).toBe(false);
  });
});
