// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, timestamp } from './endpoint.ts';
import type { NotificationKind } from './notifications.ts';

/** Notifications that players can get outside the site, in the order of the settings. */
export const outsideKinds = [
  'result',
  'gift_card',
  'giveaway',
  'streak',
  'restock',
  'friend',
] as const satisfies NotificationKind[];
export type OutsideKind = (typeof outsideKinds)[number];

/** The most devices per player. */
export const maxPushDevices = 10;
/** The longest accepted push service address; real ones have about 200 characters. */
const maxAddressLength = 1_024;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');

/** Quiet hours in the player's time zone. Messages from this time are sent when it ends. */
export const quietHours = z
  .object({
    from: timeOfDay,
    until: timeOfDay,
    timeZone: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin'),
  })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    message: 'Quiet hours must end at another time than they start',
  });
export type QuietHours = z.infer<typeof quietHours>;

const kinds = z.array(z.enum(outsideKinds)).max(outsideKinds.length);

const choices = z.object({
  /** What is sent to devices. */
  push: kinds,
  /** What is collected into at most one mail a day. */
  mail: kinds,
  quietHours: quietHours.nullable(),
});
export type NotificationChoices = z.infer<typeof choices>;

export const pushDevice = z.object({
  _id: id,
  /** For example "Chrome on Android"; empty if the browser did not say. */
  device: z.string(),
  createdAt: timestamp,
  /** Whether this device makes the call. */
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const notificationSettings = choices.extend({
  /** The server's public key for push subscriptions (RFC 8292). If it changes, browsers must subscribe again. */
  serverKey: z.string(),
  devices: z.array(pushDevice),
  /** Whether the player has a verified e-mail address and the installation sends mail. */
  canMail: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** A browser's subscription, as `PushSubscription.toJSON()` returns it. */
const subscription = z.object({
  endpoint: z.url().max(maxAddressLength),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
});
export type SubscriptionInput = z.infer<typeof subscription>;

export const notificationSettingsApi = {
  read: endpoint({
    method: 'GET',
    path: '/notifications/settings',
    access: 'signed-in',
    summary: 'Get your notification settings',
    data: notificationSettings,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/notifications/settings',
    access: 'signed-in',
    summary: 'Change your notification settings',
    body: choices,
    data: choices,
    refusals: ['mail_needs_verified_email'],
  }),
  addDevice: endpoint({
    method: 'PUT',
    path: '/notifications/devices',
    access: 'signed-in',
    summary: 'Register this browser for notifications',
    body: subscription,
    data: z.object({ _id: id }),
    refusals: ['push_address_refused', 'push_address_taken', 'too_many_push_devices'],
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/notifications/devices/:id',
    access: 'signed-in',
    summary: 'Remove a device from notifications',
    params: z.object({ id }),
  }),
  silence: endpoint({
    method: 'POST',
    path: '/notifications/silence',
    access: 'signed-in',
    summary: 'Turn off all notifications',
  }),
  /** RFC 8058: mail programs send it as a form, without a session. The token allows nothing else. */
  unsubscribe: endpoint({
    method: 'POST',
    path: '/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Unsubscribe from the daily mail',
    params: z.object({ token: z.string().regex(/^[\w-]{48}$/) }),
    refusals: ['not_found'],
  }),
};
