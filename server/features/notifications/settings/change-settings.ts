// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import {
  type NotificationChoices,
  type NotificationSettings,
  type OutsideKind,
  outsideKinds,
} from '../../../../contract/notification-settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from '../notification-choice-store.ts';
import type { GetPushKeys } from '../push/push-keys.ts';
import { forgetSubscriptions, listSubscriptions } from '../push/push-subscription-store.ts';
import { releaseHeld } from '../push/send-push.ts';

export interface SettingsDeps {
  db: Database;
  clock: Clock;
  getKeys: GetPushKeys;
  /** Whether mail can reach this player: mail is configured, and their address is verified. */
  canMail(playerId: string): Promise<boolean>;
}

export async function readSettings(
  { playerId, sessionId }: { playerId: string; sessionId: string },
  { db, getKeys, canMail }: SettingsDeps,
): Promise<NotificationSettings> {
  const [choices, devices, keys, mayMail] = await Promise.all([
    store.getChoices(db, playerId),
    listSubscriptions(db, playerId),
    getKeys(),
    canMail(playerId),
  ]);
  return {
    ...choices,
    serverKey: keys.publicKey,
    devices: devices.map(({ id, device, createdAt, sessionId: session }) => ({
      _id: id,
      device,
      createdAt: createdAt.toISOString(),
      isCurrent: session === sessionId,
    })),
    canMail: mayMail,
  };
}

/** Each kind once, in the order of the settings. */
function inOrder(kinds: readonly OutsideKind[]): OutsideKind[] {
  return outsideKinds.filter((kind) => kinds.includes(kind));
}

/** Refuses `mail_needs_verified_email`. */
export async function changeChoices(
  playerId: string,
  asked: NotificationChoices,
  { db, clock, canMail }: Pick<SettingsDeps, 'db' | 'clock' | 'canMail'>,
): Promise<NotificationChoices | Refusal> {
  const choices = { ...asked, push: inOrder(asked.push), mail: inOrder(asked.mail) };
  if (choices.mail.length > 0 && !(await canMail(playerId))) return refuse('mail_needs_verified_email');
  await db.transaction(async (tx) => {
    const { quietHours } = await store.getChoices(tx, playerId);
    await store.saveChoices(tx, playerId, choices);
    if (!isDeepStrictEqual(quietHours, choices.quietHours)) await releaseHeld(tx, playerId, clock.now());
  });
  return choices;
}

/** Stops all push messages and mails. */
export function silence(playerId: string, { db }: Pick<SettingsDeps, 'db'>): Promise<void> {
  return db.transaction(async (tx) => {
    await forgetSubscriptions(tx, playerId);
    await store.stopMail(tx, playerId);
  });
}
