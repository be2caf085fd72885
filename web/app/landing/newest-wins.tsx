// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import type { Landing } from '../../../contract/landing.ts';
import { displayType } from '../../features/challenges/challenge-type.ts';
import { formatRelative } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { LandingSection } from './landing-section.tsx';

const shown = 4;

/** Wins that their players agreed to show, newest first, each with its proof. Renders nothing while there are none. */
export function NewestWins({ wins }: { wins: Landing['winners'] }) {
  const now = useNow(wins.length > 0);
  if (wins.length === 0) return null;
  return (
    <LandingSection
      title="Newest wins"
      intro="Shown because their players said so. Every one can be re-checked in your browser."
    >
      <ul className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-4">
        {wins
          .slice(0, shown)
          .map(({ receiptId, player, wonAt, rewardGC, requiredPlacement, requiredKills }) => (
            <li key={receiptId} className="grid">
              <Card inside="grid content-between gap-3 p-4">
                <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                  <PlayerName player={player} className="font-medium" />
                  <Coins amount={rewardGC} size={20} className="text-xl" />
                </div>
                <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-muted text-sm">
                  <span>
                    {displayType(`TOP${requiredPlacement}_${requiredKills}KILL`)} ·{' '}
                    {formatRelative(wonAt, now)}
                  </span>
                  <Link
                    to={`/r/${receiptId}`}
                    aria-label={`Check it: the win of ${player.handle}`}
                    className="font-semibold text-soft underline underline-offset-4 hover:text-text"
                  >
                    Check it
                  </Link>
                </p>
              </Card>
            </li>
          ))}
      </ul>
    </LandingSection>
  );
}
