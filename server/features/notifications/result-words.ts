// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import { formatAmount, type Words } from './words.ts';

type Decided = DomainEvents['challenge.decided'];
const results: Record<Decided['status'], (fact: Decided) => { title: string; body: string }> = {
  SUCCESS: ({ description, rewardGC }) => ({
    title: 'You won your challenge',
    body: `${description}: ${formatAmount(rewardGC, 'GC')} are in your wallet.`,
  }),
  FAILED: ({ description, reason }) => ({
    title: 'Challenge not met',
    body:
      reason === 'made-private'
        ? `${description}: your game statistics were made private meanwhile. The receipt shows when.`
        : `${description}: the match did not meet the conditions. The receipt shows why.`,
  }),
  CANCELLED: ({ description, reason, rewardGC, refundGC }) => ({
    title: 'Challenge cancelled',
    body:
      reason === 'voided'
        ? voidedText(description, { rewardGC, refundGC })
        : refundGC > 0
          ? `${description}: ${formatAmount(refundGC, 'GC')} went back to your wallet.`
          : `${description}: it had cost nothing. The receipt shows why.`,
  }),
};

function voidedText(
  description: string,
  { rewardGC, refundGC }: { rewardGC: number; refundGC: number },
): string {
  return [
    `${description}: an administrator voided it.`,
    ...(rewardGC > 0 ? [`The reward of ${formatAmount(rewardGC, 'GC')} was taken back.`] : []),
    ...(refundGC > 0 ? [`${formatAmount(refundGC, 'GC')} went back to your wallet.`] : []),
    'The receipt says why.',
  ].join(' ');
}

export function decidedWords(fact: Decided): Words {
  return {
    kind: 'result',
    cause: `attempt:${fact.attemptId}`,
    link: '/past-challenges',
    ...results[fact.status](fact),
  };
}

/** About a result that had already been decided. */
export function voidedWords({
  attemptId,
  description = 'One of your challenges',
  rewardGC = 0,
  refundGC = 0,
}: DomainEvents['challenge.voided']): Words {
  return {
    kind: 'result',
    cause: `attempt-voided:${attemptId}`,
    title: 'A result of yours was voided',
    body: voidedText(description, { rewardGC, refundGC }),
    link: `/past-challenges?receipt=${attemptId}`,
  };
}

export function disputeWords({
  disputeId,
  attemptId,
  outcome,
  description,
}: DomainEvents['dispute.decided']): Words {
  return {
    kind: 'result',
    cause: `dispute:${disputeId}`,
    title: outcome === 'won' ? 'Your dispute is decided: you won' : 'Your dispute is decided',
    body:
      outcome === 'won'
        ? `${description}: it counts as won, and the reward is in your wallet.`
        : `${description}: the result stays as it was. The receipt says why.`,
    link: `/past-challenges?receipt=${attemptId}`,
  };
}

/** In time to act: the match that counts still has to be started. */
export function olderMatchWords({
  attemptId,
  description,
  leftSeconds,
}: DomainEvents['challenge.older-match-seen']): Words {
  const minutes = Math.ceil(leftSeconds / 60);
  const left =
    leftSeconds < 60 ? `${leftSeconds} seconds` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return {
    kind: 'result',
    cause: `attempt-older-match:${attemptId}`,
    title: 'That match doesn’t count',
    body: `${description}: we saw a match that began before you entered. Start a new one, ${left} left.`,
    link: '/past-challenges',
  };
}

type Practised = DomainEvents['challenge.practised'];
const practiceResults: Record<Practised['status'], (fact: Practised) => { title: string; body: string }> = {
  SUCCESS: ({ description, rewardGC }) => ({
    title: 'Practice: conditions met',
    body: `${description}: in a challenge that counts it would have brought ${formatAmount(rewardGC, 'GC')}.`,
  }),
  FAILED: ({ description, reason }) =>
    reason === 'made-private'
      ? {
          title: 'Practice is over',
          body: `${description}: your game statistics were made private meanwhile. Nothing was paid and nothing is lost.`,
        }
      : {
          title: 'Practice: conditions not met',
          body: `${description}: nothing was paid and nothing is lost. The receipt shows why.`,
        },
  CANCELLED: ({ description }) => ({
    title: 'Practice cancelled',
    body: `${description}: nothing could be decided. Practice may be repeated a few times.`,
  }),
};

export function practiceWords(fact: Practised): Words {
  return {
    kind: 'result',
    cause: `attempt:${fact.attemptId}`,
    link: '/past-challenges',
    ...practiceResults[fact.status](fact),
  };
}
