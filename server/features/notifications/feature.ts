// SPDX-License-Identifier: Apache-2.0

import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { DeviceName, GetContact, HoldSession, NextEntrants, NoteMail } from '../../message-ports.ts';
import { configuredMailer } from '../../platform/mail/mailer.ts';
import { createPushSender } from '../../providers/web-push/web-push.ts';
import * as officeWords from './admin-words.ts';
import { unsubscribeRoutes } from './digest/routes.ts';
import { digestTask, gatherDigests, gatherTask, sendDigest } from './digest/send-digest.ts';
import { unsubscribeTokens } from './digest/unsubscribe-token.ts';
import { exportNotifications } from './export-notifications.ts';
import { deleteOlder } from './notification-store.ts';
import {
  type DrawNotificationJob,
  drawTask,
  notify,
  notifyOfDraw,
  notifyOfFriendsWin,
  notifyOfRestock,
  notifyOfRewards,
  notifyOfStreaks,
} from './notify-player.ts';
import { countPushes } from './push/push-counts.ts';
import { pushKeys } from './push/push-keys.ts';
import { type PushJob, pushTask, sendPush } from './push/send-push.ts';
import * as resultWords from './result-words.ts';
import { notificationsRoutes } from './routes.ts';
import { exportChoices, exportDevices } from './settings/export-settings.ts';
import { settingsRoutes } from './settings/routes.ts';
import * as words from './words.ts';

export { hasOwnPushKeys } from './push/push-key-store.ts';
export { type PushState, readPushState } from './push/push-state.ts';

const forgetTask = 'forget-notifications';
const keptForMs = 90 * 24 * 3_600_000;

interface Ports {
  nextEntrants: NextEntrants;
  deviceName: DeviceName;
  holdSession: HoldSession;
  getContact: GetContact;
  noteMail: NoteMail;
}

/** Notifications: on players' pages, on their devices, and in a daily mail. */
function notificationsFeature(
  { config, appSecret, db, clock, log, sandboxUrl }: Platform,
  { getContact, noteMail, ...ports }: Ports,
) {
  const sandboxOrigin = sandboxUrl && new URL(sandboxUrl).origin;
  const getKeys = pushKeys({ db, appSecret, configured: config.vapidPrivateKey });
  // Push services require an address at which they can reach the operator; Apple's checks that it is plausible (RFC
  // 8292).
  const subject = config.publicUrl.startsWith('https:')
    ? config.publicUrl
    : `mailto:${config.brand.supportEmail}`;
  const send = createPushSender({ subject, sandboxOrigin });
  const canMail = async (playerId: string) =>
    config.mail !== undefined && (await getContact(playerId)) !== undefined;
  const deps = { ...ports, db, clock, log, getKeys, send, sandboxOrigin, canMail };
  const { publicUrl, brand, mail } = config;
  const digests = {
    db,
    clock,
    getContact,
    noteMail,
    publicUrl,
    mailer: configuredMailer({ mail, brand, log }),
    look: { brandName: brand.name, supportEmail: brand.supportEmail, supportPhone: brand.supportPhone },
    tokens: unsubscribeTokens(appSecret),
  };
  const tell = (playerId: string, said: words.Words) => notify(playerId, said, deps);

  return {
    name: 'notifications',
    routes(app) {
      countPushes(app.metrics);
      notificationsRoutes(app, deps);
      settingsRoutes(app, deps);
      unsubscribeRoutes(app, digests);
    },
    tasks: {
      [pushTask]: (job: PushJob) => sendPush(job, deps),
      [gatherTask]: (place: { after?: string }) => gatherDigests(place, digests),
      [digestTask]: (reader: { playerId: string }) => sendDigest(reader, digests),
      [drawTask]: (next: DrawNotificationJob) => notifyOfDraw(next, deps),
      [forgetTask]: () => deleteOlder(db.reports, new Date(clock.now().getTime() - keptForMs)),
    },
    // Once a night, and once in the afternoon (later if no process was running then).
    crontab: `40 3 * * * ${forgetTask}\n0 16 * * * ${gatherTask} ?fill=7h`,
    listeners: {
      'achievement.reached': (fact) => tell(fact.playerId, words.achievementWords(fact)),
      'referral.qualified': (fact) => tell(fact.referrerId, words.referralWords(fact)),
      'challenge.decided': (fact) => tell(fact.playerId, resultWords.decidedWords(fact)),
      'challenge.voided': (fact) => tell(fact.playerId, resultWords.voidedWords(fact)),
      'dispute.decided': (fact) => tell(fact.playerId, resultWords.disputeWords(fact)),
      'challenge.older-match-seen': (fact) => tell(fact.playerId, resultWords.olderMatchWords(fact)),
      'challenge.practised': (fact) => tell(fact.playerId, resultWords.practiceWords(fact)),
      'event.rewarded': (fact) => tell(fact.playerId, words.rewardWords(fact)),
      'event.rewards-sent': (fact) => notifyOfRewards(fact, deps),
      'giveaway.drawn': (fact) => notifyOfDraw({ fact, after: null }, deps),
      'friend.asked': (fact) => tell(fact.playerId, words.friendRequestWords(fact)),
      'friend.won': (fact) => notifyOfFriendsWin(fact, deps),
      'player.handle-reset': (fact) => tell(fact.playerId, words.handleResetWords(fact)),
      'player.second-factor-changed': (fact) => tell(fact.playerId, words.factorChangeWords(fact)),
      'player.sign-in-changed': (fact) => tell(fact.playerId, words.signInChangeWords(fact)),
      'data-export.ended': (fact) => tell(fact.playerId, words.exportWords(fact)),
      'approval.asked': (fact) => tell(fact.playerId, officeWords.approvalAskedWords(fact)),
      'approval.decided': (fact) => tell(fact.playerId, officeWords.approvalDecidedWords(fact)),
      'webhook.turned-off': (fact) => tell(fact.playerId, officeWords.webhookOffWords(fact)),
      'gift-card.restocked': (fact) => notifyOfRestock(fact, deps),
      'streak.ending': (fact) => notifyOfStreaks(fact, deps),
      'payment.credited': (fact) => tell(fact.playerId, words.coinsWords(fact)),
      'purchase.delivered': (fact) => tell(fact.playerId, words.giftCardWords(fact)),
      'purchase.sent-elsewhere': (fact) => tell(fact.playerId, words.sentElsewhereWords(fact)),
      'purchase.charged-again': (fact) => tell(fact.playerId, words.chargedAgainWords(fact)),
      'purchase.code-replaced': (fact) => tell(fact.playerId, words.replacedCodeWords(fact)),
    },
    watched: [{ part: 'messages', routes: ['/notifications'], tasks: [pushTask, digestTask] }],
    exports: {
      notifications: (playerId) => exportNotifications(db.reports, playerId),
      notificationChoices: (playerId) => exportChoices(db.reports, playerId),
      pushDevices: (playerId) => exportDevices(db.reports, playerId),
    },
    // Created at start, so that concurrent calls do not have to.
    start: async () => void (await getKeys()),
  } satisfies Feature;
}

export const module = {
  tables: ['push_deliveries', 'push_keys'],
  playerTables: {
    notifications: { player: 'player_id', exported: 'notifications' },
    notification_marks: { player: 'player_id', exported: 'nothing' },
    // Deletes their deliveries too.
    push_subscriptions: { player: 'player_id', exported: 'pushDevices' },
    notification_choices: { player: 'player_id', exported: 'notificationChoices' },
  },
  open: notificationsFeature,
} satisfies FeatureModule;
