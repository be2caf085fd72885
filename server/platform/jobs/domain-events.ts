/**
 * What one feature may tell the others. Each is a job of this name, enqueued in the transaction of the fact it
 * tells, so a fact and its consequences are never apart; app.ts wires who hears it.
 */
export interface DomainEvents {
  /** An identity of a provider signed in for the first time. `identityHash` outlives the account. */
  'player.first-signed-in': {
    playerId: string;
    provider: 'google' | 'discord';
    identityHash: string;
    /** When, as ISO 8601: the job may run later. */
    at: string;
  };
  /** Somebody signed in; with the referrer where it was the sign-up of an invited player. */
  'player.signed-in': {
    playerId: string;
    referrerId: string | null;
    /** Keyed hash of the network that it came from. */
    networkHash: string;
    at: string;
  };
  /** A referral counted: the invited player has finished a first challenge. `number`: how often it has; 1 if not said. */
  'referral.qualified': { inviteeId: string; referrerId: string; number?: number; at: string };
  /** It does not any more, because the attempt that it counted with was voided. */
  'referral.undone': { inviteeId: string; number: number };
  /** An attempt ended in SUCCESS or FAILED. */
  'challenge.finished': {
    attemptId: string;
    playerId: string;
    status: 'SUCCESS' | 'FAILED';
    /** XP that it gave. */
    xp: number;
    /** When, as ISO 8601. */
    at: string;
  };
  /** An attempt ended, however it did. Amounts are in coins. */
  'challenge.decided': {
    attemptId: string;
    playerId: string;
    description: string;
    status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
    rewardGC: number;
    refundGC: number;
  };
  /** An event gave a player something; not for what is only collected. */
  'event.rewarded': {
    rewardId: string;
    playerId: string;
    title: string;
    amount: number;
    currency: 'GC' | 'XP';
  };
  /** A batch of collected rewards of one event was paid. */
  'event.rewards-sent': {
    title: string;
    currency: 'GC' | 'XP';
    rewards: { rewardId: string; playerId: string; amount: number }[];
  };
  /** An administrator voided an attempt. */
  'challenge.voided': { attemptId: string; playerId: string };
  /** A cart was bought. Published by db/migrations/0006_shop.sql, in the statement that buys it. */
  'purchase.completed': { orderId: string; playerId: string };
  /** Coins were paid by card. `amountCents` in US cents, `at` as ISO 8601. */
  'payment.credited': {
    paymentId: string;
    playerId: string;
    packageTitle: string;
    coins: number;
    amountCents: number;
    at: string;
  };
  /** A card that was sold without a code was delivered. */
  'purchase.delivered': { purchaseId: string; playerId: string };
  /** A bad code of a bought card was replaced by the code `codeId`. */
  'purchase.code-replaced': { purchaseId: string; playerId: string; codeId: string; title: string };
  /** The coins of an undelivered card went back. */
  'purchase.refunded': { purchaseId: string; playerId: string };
  /** A sold-out gift card can be bought again: a batch of those who asked to be told. */
  'gift-card.restocked': {
    giftCardId: string;
    title: string;
    alerts: { alertId: string; playerId: string }[];
  };
  /** Money of a card payment went back, or came again after that; how much now, its feature says. */
  'payment.reversed': {
    paymentId: string;
    playerId: string;
    packageTitle: string;
    /** Taken back; negative where they are given again, 0 where the share is too small to move any. */
    coins: number;
    /** As the transaction history calls it. */
    reason: string;
    /** Counts the reversals of one payment. */
    number: number;
    /** ISO 8601. */
    at: string;
  };
  /** A giveaway was drawn; `at` as ISO 8601. */
  'giveaway.drawn': { giveawayId: string; title: string; at: string };
}
export type DomainEventName = keyof DomainEvents;
