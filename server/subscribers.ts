import {
  type PaymentDeps,
  rewardFinishedChallenge,
  rewardPayment,
  rewardReferral,
  undoReferralRewards,
  undoReversedPayment,
  undoVoidedChallenge,
} from './features/events/facts.ts';
import { rewardFirstSignIn } from './features/events/reward-first-sign-in.ts';
import { recordPlayed, takeBackPlayed } from './features/leaderboards/record-played.ts';
import {
  type NotificationsDeps,
  notify,
  notifyOfDraw,
  notifyOfRestock,
  notifyOfRewards,
} from './features/notifications/notify.ts';
import * as words from './features/notifications/words.ts';
import type { receiptSubscribers } from './features/receipts/send-receipt.ts';
import type { ReferralsDeps } from './features/referrals/deps.ts';
import { qualifyReferral } from './features/referrals/qualify.ts';
import { recordSignIn } from './features/referrals/record-sign-in.ts';
import { undoReferral } from './features/referrals/undo-referral.ts';
import { tellSoldOut, tellSoldOutByReplacement } from './features/shop/purchase-store.ts';
import type { Subscribers } from './platform/jobs/subscribers.ts';

/** Who hears what: the only place where one feature's facts meet another's consequences. */
export function subscribersOf(
  community: NotificationsDeps & ReferralsDeps & PaymentDeps,
  receiptOf: ReturnType<typeof receiptSubscribers>,
): Subscribers {
  const { db } = community;
  const tell = (playerId: string, said: words.Words) => notify(playerId, said, community);

  return {
    'player.signed-in': [(fact) => recordSignIn(fact, community)],
    'player.first-signed-in': [(fact) => rewardFirstSignIn(fact, community)],
    'referral.qualified': [
      (fact) => rewardReferral(fact, community),
      (fact) => tell(fact.referrerId, words.referralWords(fact)),
    ],
    'referral.undone': [(fact) => undoReferralRewards(fact, community)],
    'challenge.decided': [(fact) => tell(fact.playerId, words.resultWords(fact))],
    'challenge.finished': [
      (fact) => recordPlayed(fact, community),
      (fact) => rewardFinishedChallenge(fact, community),
      (fact) => qualifyReferral(fact, community),
    ],
    'challenge.voided': [
      (fact) => takeBackPlayed(fact, community),
      (fact) => undoVoidedChallenge(fact, community),
      (fact) => undoReferral(fact, community),
    ],
    'event.rewarded': [(fact) => tell(fact.playerId, words.rewardWords(fact))],
    'event.rewards-sent': [(fact) => notifyOfRewards(fact, community)],
    'giveaway.drawn': [(fact) => notifyOfDraw({ fact, after: null }, community)],
    'gift-card.restocked': [(fact) => notifyOfRestock(fact, community)],
    'payment.credited': [
      (fact) => rewardPayment(fact, community),
      (fact) => tell(fact.playerId, words.coinsWords(fact)),
      receiptOf['payment.credited'],
    ],
    'payment.reversed': [(fact) => undoReversedPayment(fact, community), receiptOf['payment.reversed']],
    'purchase.completed': [({ orderId }) => tellSoldOut(db, orderId), receiptOf['purchase.completed']],
    'purchase.delivered': [
      (fact) => tell(fact.playerId, words.giftCardWords(fact)),
      receiptOf['purchase.delivered'],
    ],
    'purchase.code-replaced': [
      ({ purchaseId }) => tellSoldOutByReplacement(db, purchaseId),
      (fact) => tell(fact.playerId, words.replacedCodeWords(fact)),
    ],
    'purchase.refunded': [receiptOf['purchase.refunded']],
  };
}
