// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import type { PlayerPage } from '../../../contract/player-pages.ts';
import { formatDate } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { challengesQuery } from './api.ts';
import { challengeName, displayType } from './challenge-type.ts';
import { entryAddress, findAsked } from './entry-address.ts';

/** Wins with their receipts; `Suggestion` decides whether an entry for the same, or for any if it is gone, may be suggested. */
export function SharedWins({
  wins,
  Suggestion,
}: {
  wins: PlayerPage['sharedWins'];
  Suggestion: ComponentType<{ feeGC?: number | undefined; children: ReactNode }>;
}) {
  const { data: challenges } = useQuery(challengesQuery);
  const getFee = (asked: { challengeId: string; challengeType: string }) =>
    findAsked(challenges ?? [], asked)?.challengeVariants.find(
      ({ challengeType }) => challengeType === asked.challengeType,
    )?.entryFeeGC;
  return (
    <Card>
      <ul aria-label="Wins">
        {wins.map(({ receiptId, challengeId, challengeType, rewardGC, wonAt, ...win }) => (
          <li
            key={receiptId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-line-soft border-b px-5 py-3.5 last:border-b-0"
          >
            <span className="min-w-0">
              <Link to={`/r/${receiptId}`} className="wrap-anywhere font-semibold hover:underline">
                {challengeName(win)}
              </Link>
              <span className="block text-muted text-sm">
                {displayType(challengeType)}, <time dateTime={wonAt}>{formatDate(wonAt)}</time>
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-4">
              <Coins amount={rewardGC} size={18} />
              <Suggestion feeGC={getFee({ challengeId, challengeType })}>
                <ButtonLink
                  size="sm"
                  to={entryAddress(challengeId, challengeType)}
                  aria-label={`Beat this: ${challengeName(win)}`}
                >
                  Beat this
                </ButtonLink>
              </Suggestion>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
