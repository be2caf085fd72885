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
    return [
      'It is practice: nothing was paid, so nothing goes back and nothing is taken back.',
      `${name} cannot practise once more.`,
    ];
  }
  const fee = `${formatAmount(entryFeeGC)} GC`;
  return [
    isActiveStatus(status)
      ? 'The running attempt is cancelled and read no more.'
      : 'The attempt becomes CANCELLED and counts no more, also on the boards.',
    ...(rewardGiven > 0
      ? [
          `The reward of ${formatAmount(rewardGiven)} GC is taken back from ${name}, below zero where it is spent.`,
        ]
      : []),
    ...(isActiveStatus(status) ? [] : ['XP and rewards of events that it gave are taken back too.']),
    ...(entryFeeGC === 0
      ? []
      : [
          forfeitFee
            ? `The entry fee of ${fee} is kept.`
            : `The whole entry fee of ${fee} goes back to ${name}.`,
        ]),
  ];
}
