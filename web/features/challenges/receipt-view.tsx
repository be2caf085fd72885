// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt, AttemptStatus, Receipt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { type Recheck, recheck } from '../../../contract/recheck.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount, formatDateTime, plural } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import { Status } from '../../ui/status.tsx';
import { attemptReason } from './attempt-reason.ts';
import { OutcomeRing } from './outcome-ring.tsx';
import { PracticeMark } from './practice-mark.tsx';
import { ReadingTable } from './reading-table.tsx';
import { recheckText } from './recheck-text.ts';
import { RulingNotice } from './ruling-notice.tsx';

const headlines: Partial<Record<AttemptStatus, string>> = {
  SUCCESS: 'Won: here’s why',
  FAILED: 'Lost: here’s why',
  CANCELLED: 'Cancelled: here’s why',
};

const practiceHeadlines: typeof headlines = {
  SUCCESS: 'Conditions met in practice: here’s why',
  FAILED: 'Conditions missed in practice: here’s why',
};

/** Why an attempt has its status, decided once more in this browser (docs/rules/receipts.md, 3). */
export function ReceiptView({
  receipt,
  heading: Heading = 'h3',
  isOwn = false,
}: {
  receipt: Receipt;
  heading?: 'h2' | 'h3';
  /** Whether the reader is the attempt's player. */
  isOwn?: boolean;
}) {
  const { attempt, voided, ruling } = receipt;
  const isOverturned = ruling?.outcome === 'won' && !voided;
  const again = recheck(receipt, new Date(serverNow()));
  const variant = toVariant(attempt);
  return (
    <div className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-[15rem_1fr]">
        <div className="flex flex-col items-center justify-center gap-4 bg-[linear-gradient(180deg,var(--color-storm-glow),var(--color-ink-2))] px-5 py-7 text-center">
          <OutcomeRing attempt={attempt} size={160} />
          <Heading className="text-xl">
            {(attempt.isPractice && practiceHeadlines[attempt.status]) ||
              (isOverturned
                ? 'Won after review'
                : (headlines[attempt.status] ?? 'Still open: what we know so far'))}
          </Heading>
          <p className={cx('text-sm', again?.agrees === false ? 'text-loss' : 'text-muted')}>
            {recheckText(again, receipt)}
          </p>
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <ReadingTable receipt={receipt} again={again} />
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
            <Status status={attempt.status} />
            <PracticeMark attempt={attempt} />
            {variant && (
              <span className="text-muted">
                Needed: Top {variant.requiredPlacement} and {plural(variant.requiredKills, 'kill')}, in one{' '}
                {gameOf(attempt).match.one}
              </span>
            )}
          </div>
          <p className="text-soft">{explanation(receipt, isOwn)}</p>
        </div>
      </div>
      {again?.agrees === false && (
        <Notice title="This receipt doesn’t add up">
          From the stored readings, this browser decides {again.verdict.status.replaceAll('_', ' ')}. Contact
          support and name this receipt: {attempt._id}
        </Notice>
      )}
      <RulingNotice receipt={receipt} />
      {voided && (
        <Notice tone="gold" title="Voided by an administrator">
          {formatDateTime(voided.at)}: {voided.reason}
          {voided.isFeeForfeited && ' We kept the entry fee.'}
        </Notice>
      )}
      <Facts receipt={receipt} again={again} />
    </div>
  );
}

function explanation({ attempt, decision }: Receipt, isOwn: boolean): string {
  return attemptReason(attempt, attempt.reason ?? decision?.reason ?? 'awaiting-match', { isOwn });
}

/** When the match began, once its minutes and its time of change are known. */
function matchStart(again: Recheck | null): string {
  if (!again?.verdict.workings.matchStartedAt) return 'None seen';
  const { reason, workings } = again.verdict;
  const isOpen = reason === 'awaiting-counters' || reason === 'counters-missing';
  return isOpen ? 'Not known' : `about ${formatDateTime(workings.matchStartedAt ?? '')}`;
}

type Fact = [label: string, value: ReactNode];

function toPayments(attempt: Attempt): Fact[] {
  if (attempt.isPractice) {
    const reward = toVariant(attempt)?.rewardGC ?? 0;
    return [
      ['Paid', 'Nothing: practice'],
      ['Reward of the challenge', <Coins key="reward" amount={reward} size={16} />],
    ];
  }
  return [
    ['Entry fee', <Coins key="fee" amount={attempt.entryFeeGC} size={16} />],
    ['Reward', <Coins key="reward" amount={attempt.rewardGiven} size={16} />],
    ['Refund', <Coins key="refund" amount={attempt.refundGC} size={16} />],
    ['Processing fee', <Coins key="processing" amount={attempt.processingFeeGC} size={16} />],
  ];
}

function Facts({ receipt, again }: { receipt: Receipt; again: Recheck | null }) {
  const { attempt, decision, voided, rules } = receipt;
  const lastChange = receipt.readings.findLast((reading) => reading.kind === 'stats')?.lastModified;
  const facts: Fact[] = [
    ['Entered', formatDateTime(attempt.startedAt)],
    ['Match to start by', formatDateTime(attempt.startBy)],
    ['Match started', matchStart(again)],
    ...(receipt.initial.kind === 'stats'
      ? [['Last change reported', lastChange ? formatDateTime(lastChange) : 'None seen'] satisfies Fact]
      : []),
    [
      'Verdict',
      decision ? `${decision.status}, ${formatDateTime(decision.at)}` : voided ? 'None' : 'Not yet',
    ],
    ...toPayments(attempt),
    ['Readings', formatAmount(receipt.readings.length + 1)],
    ['Rule version', formatAmount(rules.ruleVersion)],
  ];
  return (
    <dl className="grid gap-x-10 text-sm sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 border-line-soft border-b py-2">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
