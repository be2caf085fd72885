// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, timestamp } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';

export const notificationKinds = [
  'result',
  'coins',
  'gift_card',
  'referral',
  'event',
  'giveaway',
  'restock',
  'streak',
  'achievement',
  'friend',
  'handle',
  'security',
  'export',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notification = z.object({
  /** Digits. A higher id is newer. */
  _id: z.string(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  /** The path of the page that it opens. */
  link: z.string(),
  createdAt: timestamp,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

const place = z.string().regex(/^\d{1,18}$/);

/** Unread notifications are counted up to this number; it means this many or more. */
export const maxUnread = 1_000;

export const notificationsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'signed-in',
    summary: 'List your notifications, newest first',
    query: z.object({
      before: place.optional(),
      limit: asNumber(z.int().min(1).max(100)).default(20),
    }),
    isList: true,
    data: z.object({
      list: z.array(notification),
      /** 1,000 means as many or more. */
      unread: amount,
      /** Pass it as `before` to get the next page; null on the last page. */
      nextBefore: z.string().nullable(),
    }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/read',
    access: 'signed-in',
    summary: 'Mark notifications as read',
    body: z.object({ upTo: place }),
    data: z.object({ unread: amount }),
  }),
};
