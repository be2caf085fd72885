// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { toConditions, toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { formatAmount, formatSigned } from '../../lib/format.ts';
import { CoinGlyph } from '../../ui/coins.tsx';
import { useCountUp } from '../../ui/count-up.ts';
import { RingMeter, type RingTone } from '../../ui/ring.tsx';
import { AttemptMeter } from './attempt-meter.tsx';
import { earnedReward, netCoins } from './attempt-summary.ts';

const tones: Partial<Record<AttemptStatus, RingTone>> = {
  SUCCESS: 'win',
  FAILED: 'loss',
  CANCELLED: 'muted',
};
const closed: Partial<Record<AttemptStatus, number>> = { SUCCESS: 1, CANCELLED: 0.5 };

/** How far a lost attempt's ring has closed: by how close it came, and never fully. */
function getNearness(attempt: Attempt): number {
  const shares = toConditions(attempt).map(({ isMet, what, needed, reached }) => {
    if (isMet) return 1;
    return what === 'kills' ? (reached ?? 0) / needed : reached === null ? 0.2 : 0.6;
  });
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.length === 0 ? 0.3 : Math.min(0.9, Math.max(0.1, sum / shares.length));
}

/** What an attempt won or cost with its fee, in the middle of its ring; while it runs, the time left. */
export function OutcomeRing({
  attempt,
  size,
  counts = false,
}: {
  attempt: Attempt;
  size: number;
  counts?: boolean;
}) {
  const { isPractice } = attempt;
  const amount = isPractice ? wouldHaveWon(attempt) : netCoins(attempt);
  const format = isPractice ? formatAmount : formatSigned;
  const shown = useCountUp(amount, counts, 0);
  const caption = getCaption(attempt);
  const isClosing = useClosing(counts);
  const tone = tones[attempt.status];
  if (!tone) return <AttemptMeter attempt={attempt} size={size} />;
  return (
    <RingMeter
      value={isClosing ? 0 : (closed[attempt.status] ?? getNearness(attempt))}
      tone={tone}
      size={size}
      label={`${format(amount)} Gamer Coins: ${caption}`}
    >
      <span className="num text-3xl leading-9">{format(shown)}</span>
      <span className="flex items-center gap-1.5 text-muted text-xs">
        <CoinGlyph size={14} />
        {caption}
      </span>
    </RingMeter>
  );
}

/** Where the amount comes from. */
function getCaption(attempt: Attempt): string {
  const { isPractice, status, entryFeeGC: fee, refundGC } = attempt;
  if (isPractice) return status === 'SUCCESS' ? 'you would have won' : 'nothing lost';
  if (status === 'SUCCESS') return `${formatAmount(earnedReward(attempt))} won, ${formatAmount(fee)} fee`;
  return status === 'CANCELLED' ? `${formatAmount(refundGC)} of ${formatAmount(fee)} back` : 'entry fee';
}

/** True on the first render, so that a ring that `counts` closes from nothing. */
function useClosing(counts: boolean): boolean {
  const [isClosing, setClosing] = useState(counts);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setClosing(false));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isClosing;
}

/** GC that the same outcome earns in a challenge that counts. */
function wouldHaveWon(attempt: Attempt): number {
  return attempt.status === 'SUCCESS' ? (toVariant(attempt)?.rewardGC ?? 0) : 0;
}
