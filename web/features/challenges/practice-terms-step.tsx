// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import { gameOf } from '../../../contract/games/games.ts';
import { Notice } from '../../ui/panels.tsx';
import { Term, TimeScale, WhoPlays } from './terms-step.tsx';
import type { Entry } from './use-entry.ts';

/** Step 2 of practice: what it is, then the game account. */
export function PracticeTermsStep({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { account, match } = gameOf(entry.challenge);
  const begin = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the focus moves here.
  useEffect(() => begin.current?.focus({ preventScroll: true }), []);
  return (
    <div className="grid gap-5">
      <div ref={begin} tabIndex={-1} className="grid gap-5 outline-none">
        <Term title="What counts">
          <li>No coins, no XP, no event, no streak, no place on a board: nothing is won or lost.</li>
          <li>Your stats are read before and after, and the verdict comes as in a challenge.</li>
          <li>Your {account.label} is bound to you from now on, so that nobody else can play with it.</li>
        </Term>
        <Term title="How it goes">
          <li>Your game stats must be public until the result is there.</li>
          <li>The first {match.one} after the start is the one, in Classic, played to its end.</li>
        </Term>
      </div>
      <TimeScale />
      <Notice tone="storm" title="Play right away">
        Start your match within 5 minutes. One that starts within 40 minutes still counts; without a match in
        time your practice is cancelled, and you may try again, a few times.
      </Notice>
      <WhoPlays entry={entry} onClose={onClose} />
    </div>
  );
}
