// SPDX-License-Identifier: Apache-2.0

import type { Landing } from '../../../contract/landing.ts';
import { displayType } from '../../features/challenges/challenge-type.ts';
import { formatRelative } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { LandingSection } from './landing-section.tsx';

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
        {wins.map(({ receiptId, player, wonAt, rewardGC, requiredPlacement, requiredKills }) => (
          <li key={receiptId} className="grid">
            <Card inside="grid content-between gap-4 p-5">
              <PlayerName player={player} className="font-medium" />
              <div>
                <Coins amount={rewardGC} size={20} className="text-2xl" />
                <p className="mt-1 text-muted text-sm">
                  {displayType(`TOP${requiredPlacement}_${requiredKills}KILL`)} · {formatRelative(wonAt, now)}
                </p>
              </div>
              <ButtonLink size="sm" to={`/r/${receiptId}`} aria-label={`Check the win of ${player.handle}`}>
                Check it
              </ButtonLink>
            </Card>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
