// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Notification } from '../../../contract/notifications.ts';
import { isNewer, newsSince, readBefore } from './news.ts';

function said(_id: string, change: Partial<Notification> = {}): Notification {
  return {
    _id,
    kind: 'event',
    title: 'Event reward',
    body: '',
    link: '/events',
    createdAt: '2026-11-20T10:00:00.000Z',
    isRead: false,
    ...change,
  };
}
const ids = (list: readonly Notification[]) => list.map(({ _id }) => _id);

describe('newsSince', () => {
  it('contains everything newer than the last known notification, even when ids get longer', () => {
    expect(ids(newsSince([said('10'), said('9'), said('8')], '8', '/home'))).toEqual(['10', '9']);
  });

  it('omits what was read on another device', () => {
    expect(newsSince([said('2', { isRead: true })], '1', '/home')).toEqual([]);
  });

  it.each(['result', 'gift_card', 'achievement'] as const)(
    'omits a %s, which another part of the app shows',
    (kind) => {
      expect(newsSince([said('2', { kind })], '1', '/home')).toEqual([]);
    },
  );

  it('omits what the current page already shows', () => {
    const drawn = said('2', { kind: 'giveaway', link: '/giveaways/g' });
    const coins = said('3', { kind: 'coins', link: '/transactions?tab=history' });
    expect(newsSince([drawn], '1', '/giveaways/g')).toEqual([]);
    expect(newsSince([drawn], '1', '/giveaways/h')).toEqual([drawn]);
    expect(newsSince([drawn], '1', '/trade-coins')).toEqual([drawn]);
    const place = said('4', { link: '/events#board?x' });
    expect(newsSince([place], '1', '/events')).toEqual([]);
    for (const page of ['/transactions', '/trade-coins']) expect(newsSince([coins], '1', page)).toEqual([]);
    expect(newsSince([coins], '1', '/home')).toEqual([coins]);
    const account = said('5', { kind: 'security', link: '/profile#sessions' });
    expect(newsSince([account], '1', '/profile')).toEqual([account]);
    expect(newsSince([said('6', { link: '/profile' })], '1', '/profile')).toEqual([]);
  });
});

describe('readBefore', () => {
  const newAmong = (list: Notification[]) => {
    const before = readBefore(list);
    return ids(list.filter(({ _id }) => isNewer(_id, before)));
  };

  it('returns the unread notifications', () => {
    expect(newAmong([said('12'), said('10'), said('9', { isRead: true })])).toEqual(['12', '10']);
    expect(newAmong([said('9', { isRead: true })])).toEqual([]);
  });

  it('counts a full page of unread notifications as new, and none loaded after it', () => {
    const before = readBefore([said('13'), said('12'), said('11')]);
    expect(isNewer('11', before)).toBe(true);
    expect(isNewer('10', before)).toBe(false);
    expect(readBefore([])).toBe('0');
  });
});
