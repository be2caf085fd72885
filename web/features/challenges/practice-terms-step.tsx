// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import type { Game } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { termLines } from '../../../contract/games/rules.ts';
import { Notice } from '../../ui/panels.tsx';
import { Disclaimer, Term, TimeScale, WhoPlays } from './terms-step.tsx';
import type { Entry } from './use-entry.ts';

/** Step 2 of practice: what it is, then the game account. */
export function PracticeTermsStep({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const game: Game = gameOf(entry.challenge);
  const { account, match, hidesStats } = game;
  const begin = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the focus moves here.
  useEffect(() => begin.current?.focus({ preventScroll: true }), []);
  return (
    <div className="grid gap-5">
      <div ref={begin} tabIndex={-1} className="grid gap-5 outline-none">
        <Term title="What counts">
          <li>Practice counts for nothing: no coins, XP, events, streak or leaderboard.</li>
          <li>We read your stats before and after, and decide as in a challenge.</li>
          <li>
            Your {account.label} is bound to you from now on. You can’t change it, and nobody else can play
            with it.
          </li>
        </Term>
        <Term title="How it works">
          {hidesStats && <li>Your game stats must be public until your result is in.</li>}
          {entry.challenge.terms ? (
            [...termLines(entry.challenge), 'Play the match to the end.'].map((line) => (
              <li key={line}>{line}</li>
            ))
          ) : (
            <li>Your first Classic {match.one} after the start counts. Play it to the end.</li>
          )}
        </Term>
        <Disclaimer game={game} />
      </div>
      <TimeScale />
      <Notice tone="storm" title="Play right away">
        Start your match within 5 minutes. One that starts within 40 minutes still counts. Without a match in
        time we cancel your practice, and you can try again a few times.
      </Notice>
      <WhoPlays entry={entry} onClose={onClose} />
    </div>
  );
}
