// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { boardQuery, streakQuery } from '../../features/leaderboards/api.ts';
import { promotionsQuery } from '../../features/promotions/api.ts';
import { giftCardsQuery } from '../../features/shop/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { CockpitLine } from './cockpit-line.tsx';
import { toGamertag, toGoals, toPrize, toRankChange, toStreak } from './cockpit-lines.ts';
import { CockpitSkeleton } from './cockpit-skeleton.tsx';
import { useLastRank } from './last-rank.ts';

/** With more lines, the picture of the next gift card would make the card taller than its skeleton. */
const mostBelowPicture = 2;

/** The player's next goals. */
export function Standing() {
  const profile = useQuery(profileQuery);
  const streak = useQuery(streakQuery);
  const promotions = useQuery(promotionsQuery);
  const board = useQuery(boardQuery('week'));
  const cards = useQuery(giftCardsQuery);
  const now = useNow(true);
  const lastRank = useLastRank(profile.data?._id, board.data?.mine?.rank);
  const prize = toPrize(cards.data, profile.data?.gamerCoins);
  const others = [
    ...toGoals(promotions.data ?? [], now),
    ...toStreak(streak.data, now),
    ...toRankChange(board.data, lastRank),
  ];
  const gamertag = toGamertag(profile.data);
  const isPictured = prize.length > 0 && gamertag.length + others.length <= mostBelowPicture;
  const lines = isPictured ? [...prize, ...gamertag, ...others] : [...gamertag, ...others, ...prize];
  // All of them, since the lines share the height of the card: a late one would move the others.
  const asked = [profile, streak, promotions, board, cards];
  const isLoading = asked.some((query) => query.isLoading);
  return (
    <>
      <h2 className="text-xl">Next up</h2>
      {isLoading ? (
        <CockpitSkeleton />
      ) : prize.length + others.length === 0 ? (
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="text-soft">We couldn’t load your progress. Challenges are below.</p>
          <Button size="sm" onClick={() => void Promise.all(asked.map(({ refetch }) => refetch()))}>
            Try again
          </Button>
        </div>
      ) : (
        <ul className="grid grow">
          {lines.map((line) => (
            <CockpitLine key={line.id} line={line} hasPicture={isPictured} />
          ))}
        </ul>
      )}
    </>
  );
}
