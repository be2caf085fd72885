// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../../contract/amounts.ts';
import { maxPractice } from '../../../contract/practice.ts';
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
        ? `${description}: your game stats were made private. See the receipt.`
        : `${description}: your match didn’t meet the conditions. See why in the receipt.`,
  }),
  CANCELLED: ({ description, reason, rewardGC, refundGC }) => ({
    title: 'Challenge cancelled',
    body:
      reason === 'voided'
        ? voidedText(description, { rewardGC, refundGC })
        : refundGC > 0
          ? `${description}: ${formatAmount(refundGC, 'GC')} went back to your wallet.`
          : `${description}: it cost nothing. See why in the receipt.`,
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
    'See why in the receipt.',
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
    title: 'Your result was voided',
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
        : `${description}: the result stays. See why in the receipt.`,
    link: `/past-challenges?receipt=${attemptId}`,
  };
}

/** Early enough to act: the player must still start the match that counts. */
export function olderMatchWords({
  attemptId,
  description,
  leftSeconds,
}: DomainEvents['challenge.older-match-seen']): Words {
  const left =
    leftSeconds < 60 ? plural(leftSeconds, 'second') : plural(Math.ceil(leftSeconds / 60), 'minute');
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
    body: `${description}: a real challenge would have paid ${formatAmount(rewardGC, 'GC')}.`,
  }),
  FAILED: ({ description, reason }) =>
    reason === 'made-private'
      ? {
          title: 'Practice is over',
          body: `${description}: your game stats were made private. Practice is free, so nothing is lost.`,
        }
      : {
          title: 'Practice: conditions not met',
          body: `${description}: practice is free, so nothing is lost. See why in the receipt.`,
        },
  CANCELLED: ({ description }) => ({
    title: 'Practice cancelled',
    body: `${description}: nothing was decided. You get up to ${maxPractice} tries in all.`,
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
