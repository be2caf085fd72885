// SPDX-License-Identifier: Apache-2.0

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyLiveEvent } from './apply-live-event.ts';
import { keys } from './query.ts';
import { readToken, startSession } from './session.ts';
import { fakeStorage } from './testing/fake-storage.ts';

describe('applyLiveEvent', () => {
  const client = new QueryClient();
  const balance = {
    gamerCoins: 620,
    xp: 120,
    referralTokens: 0,
    delta: 120,
    currency: 'GC',
    description: 'Won',
  };
  const isStale = (key: readonly string[]) => client.getQueryState(key)?.isInvalidated;

  beforeEach(() => {
    vi.stubGlobal('localStorage', fakeStorage());
    client.clear();
    client.setQueryData(keys.profile, { name: 'Ada', gamerCoins: 500, xp: 0, referralTokens: 0 });
    client.setQueryData([...keys.attempts, 'list'], []);
    client.setQueryData(keys.statement, {});
    client.setQueryData([...keys.payments, 'p'], {});
  });
  afterEach(() => vi.unstubAllGlobals());

  it('updates balances in the profile immediately and reads the statement again', () => {
    applyLiveEvent(client, { id: '1', name: 'balance', data: balance }, 't');
    expect(client.getQueryData(keys.profile)).toEqual({
      name: 'Ada',
      gamerCoins: 620,
      xp: 120,
      referralTokens: 0,
    });
    expect(isStale(keys.statement)).toBe(true);
    expect(isStale(keys.profile)).toBe(false);
  });

  it('creates no profile when none was read yet', () => {
    client.removeQueries({ queryKey: keys.profile });
    applyLiveEvent(client, { id: '1', name: 'balance', data: balance }, 't');
    expect(client.getQueryData(keys.profile)).toBeUndefined();
  });

  it('reads attempts again, and the profile that counts them', () => {
    applyLiveEvent(client, { id: '1', name: 'attempt', data: { attemptId: 'a', status: 'FAILED' } }, 't');
    expect(isStale([...keys.attempts, 'list'])).toBe(true);
    expect(isStale(keys.profile)).toBe(true);
  });

  it.each([
    { id: '1', name: 'purchase', data: { purchaseId: 'p', status: 'delivered' } } as const,
    { id: '1', name: 'payment', data: { paymentId: 'p', status: 'credited' } } as const,
  ])('reads profile, statement and payments again after a $name', (event) => {
    applyLiveEvent(client, event, 't');
    expect(isStale([...keys.payments, 'p'])).toBe(true);
    expect(isStale(keys.profile)).toBe(true);
    expect(isStale(keys.statement)).toBe(true);
  });

  it('reads events again when a balance moved, because rewards count in one’s standing', () => {
    client.setQueryData(keys.events, []);
    applyLiveEvent(client, { id: '1', name: 'balance', data: balance }, 't');
    expect(isStale(keys.events)).toBe(true);
  });

  describe('notifications', () => {
    const said = (_id: string, isRead = false) => ({
      _id,
      kind: 'event' as const,
      title: 'Event reward',
      body: '',
      link: '/events',
      createdAt: '2026-11-20T10:00:00.000Z',
      isRead,
    });
    const come = (_id: string, unread: number) => {
      const { isRead: _, ...data } = said(_id);
      applyLiveEvent(client, { id: '1', name: 'notification', data: { ...data, unread } }, 't');
    };
    beforeEach(() =>
      client.setQueryData(keys.notifications, {
        pages: [
          { list: [said('9')], unread: 1, nextBefore: '9' },
          { list: [said('8', true)], unread: 1, nextBefore: null },
        ],
        pageParams: [undefined, '9'],
      }),
    );

    it('appear on top of the list with the new count, once', () => {
      come('10', 2);
      come('10', 2);
      expect(client.getQueryData(keys.notifications)).toMatchObject({
        pages: [{ list: [said('10'), said('9')], unread: 2 }, { list: [said('8', true)] }],
      });
    });

    it('become read here too when read elsewhere, except newer notifications', () => {
      come('10', 2);
      applyLiveEvent(client, { id: '2', name: 'notificationsRead', data: { upTo: '9', unread: 1 } }, 't');
      expect(client.getQueryData(keys.notifications)).toMatchObject({
        pages: [{ list: [said('10'), said('9', true)], unread: 1 }, { list: [said('8', true)] }],
      });
    });
  });

  describe('an event for everyone', () => {
    beforeEach(() => {
      vi.useFakeTimers();
      client.setQueryData(keys.events, []);
      client.setQueryData([...keys.events, 'board', 'e'], {});
      client.setQueryData([...keys.leaderboard, 'week'], {});
      client.setQueryData(keys.giveaways, [
        { _id: 'g', participants: 2 },
        { _id: 'h', participants: 5 },
      ]);
    });
    afterEach(() => void vi.useRealTimers());
    const giveaway = (giveawayId: string, participants: number, isCompleted = false) =>
      applyLiveEvent(
        client,
        { id: '', name: 'giveaway', data: { giveawayId, participants, isCompleted } },
        't',
      );

    it('updates a count of participants immediately, without a request', () => {
      giveaway('g', 3);
      expect(client.getQueryData(keys.giveaways)).toEqual([
        { _id: 'g', participants: 3 },
        { _id: 'h', participants: 5 },
      ]);
      vi.advanceTimersByTime(2_000);
      expect(isStale(keys.giveaways)).toBe(false);
    });

    it.each([
      ['is drawn', 'g', 3, true],
      ['is new', 'i', 0, false],
      ['was changed', 'g', 2, false],
    ])('reads giveaways again within two seconds when one %s', (_what, id, participants, isCompleted) => {
      giveaway(id, participants, isCompleted);
      vi.advanceTimersByTime(2_000);
      expect(isStale(keys.giveaways)).toBe(true);
    });

    it.each(['events', 'leaderboard'] as const)('makes many events of %s cause one request', (name) => {
      const asked = vi.spyOn(client, 'invalidateQueries');
      for (let word = 0; word < 5; word++) applyLiveEvent(client, { id: '', name, data: {} }, 't');
      expect(asked).not.toHaveBeenCalled();
      vi.advanceTimersByTime(2_000);
      expect(asked).toHaveBeenCalledTimes(name === 'events' ? 1 : 2);
      expect(isStale([...keys.events, 'board', 'e'])).toBe(true);
      expect(isStale([...keys.leaderboard, 'week'])).toBe(name === 'leaderboard');
      asked.mockRestore();
    });
  });

  it('signs out the ended session, and no other', () => {
    startSession('mine');
    applyLiveEvent(client, { id: '1', name: 'signedOut', data: {} }, 'an older one');
    expect(readToken()).toBe('mine');
    applyLiveEvent(client, { id: '2', name: 'signedOut', data: {} }, 'mine');
    expect(readToken()).toBeNull();
  });
});
