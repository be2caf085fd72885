// SPDX-License-Identifier: Apache-2.0

import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { isActiveStatus } from '../attempt-summary.ts';

type Voidable = Pick<AdminAttempt, 'status' | 'entryFeeGC' | 'rewardGiven' | 'isPractice'>;

/** What is given back and taken back when an attempt is voided (docs/rules/attempts.md, 35). */
export function describeVoiding(
  { status, entryFeeGC, rewardGiven, isPractice }: Voidable,
  { name, forfeitFee }: { name: string; forfeitFee: boolean },
): string[] {
  if (isPractice) {
    return ['This is practice: no coins move.', `${name} can’t practise again.`];
  }
  const fee = `${formatAmount(entryFeeGC)} GC`;
  return [
    isActiveStatus(status)
      ? 'We cancel the running attempt and stop reading it.'
      : 'The attempt becomes CANCELLED and no longer counts, not even on boards.',
    ...(rewardGiven > 0
      ? [
          `The reward of ${formatAmount(rewardGiven)} GC is taken back from ${name}. Their balance can go below zero.`,
        ]
      : []),
    ...(isActiveStatus(status) ? [] : ['We also take back its XP and event rewards.']),
    ...(entryFeeGC === 0
      ? []
      : [
          forfeitFee
            ? `The entry fee of ${fee} is kept.`
            : `The whole entry fee of ${fee} goes back to ${name}.`,
        ]),
  ];
}
