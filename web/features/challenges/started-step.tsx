// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { AttemptMeter } from './attempt-meter.tsx';

/** Step 3: the fee is paid, now play. The attempt appears once it has been fetched. */
export function StartedStep({ attempt, isPractice }: { attempt: Attempt | undefined; isPractice: boolean }) {
  const begin = useRef<HTMLParagraphElement>(null);
  useEffect(() => begin.current?.focus({ preventScroll: true }), []);
  return (
    <div className="grid justify-items-center gap-5 py-2 text-center">
      {attempt ? <AttemptMeter attempt={attempt} size={148} /> : <div className="size-37" />}
      <p ref={begin} tabIndex={-1} className="max-w-[34ch] text-lg outline-none">
        {isPractice
          ? 'Practice started! Please enter a match and play the game.'
          : 'Challenge started! Please enter a match and play the game.'}
      </p>
      <p className="max-w-[44ch] text-muted text-sm">
        We read your stats automatically. The result appears here
        {isPractice ? ', with what you would have won' : ', with your coins'}.
      </p>
    </div>
  );
}
