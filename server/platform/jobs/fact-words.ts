import type { DomainEventName } from './domain-events.ts';

/** What each domain event says has happened, for whoever runs the business. Every one has words, so none is overlooked. */
export const factWords: Record<DomainEventName, string> = {
  'player.first-signed-in': 'A player signed in for the first time',
  'player.signed-in': 'A player signed in',
  'referral.qualified': 'A referral counted',
  'referral.undone': 'A referral was undone',
  'challenge.finished': 'A challenge was finished',
  'challenge.decided': 'A challenge was decided',
  'event.rewarded': 'An event gave a reward',
  'event.rewards-sent': 'Rewards of an event were sent',
  'challenge.voided': 'A challenge was voided',
  'purchase.completed': 'Gift cards were bought',
  'payment.credited': 'Coins were bought',
  'purchase.delivered': 'A gift card was delivered',
  'purchase.code-replaced': 'The code of a gift card was replaced',
  'purchase.refunded': 'A gift card was refunded',
  'gift-card.restocked': 'A gift card was there again',
  'payment.reversed': 'A card payment went back',
  'giveaway.drawn': 'A giveaway was drawn',
};

/** Undefined for a task that is no domain event. */
export function wordsOfFact(task: string): string | undefined {
  return Object.hasOwn(factWords, task) ? factWords[task as DomainEventName] : undefined;
}
