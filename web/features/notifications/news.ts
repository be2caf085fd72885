// SPDX-License-Identifier: Apache-2.0

import type { Notification, NotificationKind } from '../../../contract/notifications.ts';

/**
 * Kinds that other parts of the app already announce, such as the result's dialog and the shop's message. Achievements
 * arrive together with a result, so they only appear in the bell.
 */
const shownElsewhere: readonly NotificationKind[] = ['result', 'gift_card', 'achievement'];

/** Whether the current page already shows it. The profile shows one section at a time. */
function isOnScreen({ kind, link }: Notification, pathname: string): boolean {
  const path = pathname === '/profile' ? link : link.replace(/[?#].*/, '');
  return path === pathname || (kind === 'coins' && pathname === '/trade-coins');
}

/**
 * Notifications newer than `known` that nothing else on the screen shows.
 * @param list newest first
 * @param known the newest `_id` so far, '0' if there was none
 */
export function newsSince(list: readonly Notification[], known: string, pathname: string): Notification[] {
  return list.filter(
    (said) =>
      isNewer(said._id, known) &&
      !said.isRead &&
      !shownElsewhere.includes(said.kind) &&
      !isOnScreen(said, pathname),
  );
}

export function isNewer(id: string, than: string): boolean {
  return BigInt(id) > BigInt(than);
}

/**
 * The newest notification that was read when the list was opened. Opening marks all as read, but new ones must stay
 * recognizable while the list is open.
 */
export function readBefore(list: readonly Notification[]): string {
  const firstRead = list.find(({ isRead }) => isRead);
  if (firstRead) return firstRead._id;
  const oldest = list.at(-1);
  return oldest ? String(BigInt(oldest._id) - 1n) : '0';
}
