import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { formatSigned } from '../../lib/format.ts';
import { CoinGlyph } from '../../ui/coins.tsx';
import { useCountUp } from '../../ui/count-up.ts';
import { RingMeter, type RingTone } from '../../ui/ring.tsx';
import { AttemptMeter } from './attempt-meter.tsx';
import { earnedReward } from './attempt-summary.ts';

const tones: Partial<Record<AttemptStatus, RingTone>> = {
  SUCCESS: 'win',
  FAILED: 'loss',
  CANCELLED: 'muted',
};
const closed: Partial<Record<AttemptStatus, number>> = { SUCCESS: 0.86, FAILED: 0.3, CANCELLED: 0.5 };

/** What an attempt brought, in the middle of its ring; while it runs, the time that is left. */
export function OutcomeRing({
  attempt,
  size,
  counts = false,
}: {
  attempt: Attempt;
  size: number;
  counts?: boolean;
}) {
  const amount = movedCoins(attempt);
  const shown = useCountUp(amount, counts, 0);
  const tone = tones[attempt.status];
  if (!tone) return <AttemptMeter attempt={attempt} size={size} />;
  return (
    <RingMeter
      value={closed[attempt.status] ?? 1}
      tone={tone}
      size={size}
      label={`${formatSigned(amount)} Gamer Coins`}
    >
      <span className="num text-3xl leading-9">{formatSigned(shown)}</span>
      <span className="flex items-center gap-1.5 text-muted text-xs">
        <CoinGlyph size={14} />
        {attempt.status === 'CANCELLED' ? 'given back' : 'Gamer Coins'}
      </span>
    </RingMeter>
  );
}

/** GC that the outcome moved into the wallet, or took from it for good. */
function movedCoins(attempt: Attempt): number {
  if (attempt.status === 'SUCCESS') return earnedReward(attempt);
  if (attempt.status === 'CANCELLED') return attempt.refundGC;
  return -attempt.entryFeeGC;
}
