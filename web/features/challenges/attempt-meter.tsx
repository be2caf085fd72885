// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../../contract/challenges.ts';
import { useNow } from '../../lib/use-now.ts';
import { RingMeter } from '../../ui/ring.tsx';
import { timeLeft } from './time-left.ts';

/** The closing ring of a running attempt: how much time is left to start a match. */
export function AttemptMeter({ attempt, size = 132 }: { attempt: Attempt; size?: number }) {
  const left = timeLeft(attempt, useNow(true));
  return (
    <RingMeter value={left.share} label={left.text} size={size} live={!left.over}>
      {left.over ? (
        <span className="max-w-20 text-muted text-xs leading-4">Waiting for your stats</span>
      ) : (
        <>
          <span className="num text-2xl leading-7">{left.figure}</span>
          <span className="text-muted text-xs">{left.unit} left</span>
        </>
      )}
    </RingMeter>
  );
}
