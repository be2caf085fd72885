import type { Feature, Platform } from '../../feature.ts';
import { exportNotifications } from './export-notifications.ts';
import { deleteOlder, forgetNotifications } from './notification-store.ts';
import {
  type DrawToTell,
  drawTask,
  type NotificationsDeps,
  notify,
  notifyOfDraw,
  notifyOfRestock,
  notifyOfRewards,
} from './notify-player.ts';
import { notificationsRoutes } from './routes.ts';
import * as words from './words.ts';

const forgetTask = 'forget-notifications';
const keptForMs = 90 * 24 * 3_600_000;

/** What players are told of, on their pages and afterwards. */
export function notificationsFeature(
  { db, clock }: Platform,
  ports: Pick<NotificationsDeps, 'nextEntrants'>,
) {
  const deps = { ...ports, db, clock };
  const tell = (playerId: string, said: words.Words) => notify(playerId, said, deps);

  return {
    name: 'notifications',
    routes: (app) => notificationsRoutes(app, deps),
    tasks: {
      [drawTask]: (next: DrawToTell) => notifyOfDraw(next, deps),
      [forgetTask]: () => deleteOlder(db.reports, new Date(clock.now().getTime() - keptForMs)),
    },
    // Once a night.
    crontab: `40 3 * * * ${forgetTask}`,
    listeners: {
      'referral.qualified': (fact) => tell(fact.referrerId, words.referralWords(fact)),
      'challenge.decided': (fact) => tell(fact.playerId, words.resultWords(fact)),
      'event.rewarded': (fact) => tell(fact.playerId, words.rewardWords(fact)),
      'event.rewards-sent': (fact) => notifyOfRewards(fact, deps),
      'giveaway.drawn': (fact) => notifyOfDraw({ fact, after: null }, deps),
      'gift-card.restocked': (fact) => notifyOfRestock(fact, deps),
      'payment.credited': (fact) => tell(fact.playerId, words.coinsWords(fact)),
      'purchase.delivered': (fact) => tell(fact.playerId, words.giftCardWords(fact)),
      'purchase.code-replaced': (fact) => tell(fact.playerId, words.replacedCodeWords(fact)),
    },
    exports: { notifications: (playerId) => exportNotifications(db.reports, playerId) },
    erasures: [forgetNotifications],
  } satisfies Feature;
}
