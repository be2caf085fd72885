// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Attempt } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { useGames } from '../../lib/settings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { ActiveAttempt } from './active-attempt.tsx';
import { attemptHistoryQuery } from './api.ts';
import { summarise } from './attempt-summary.ts';
import { AttemptTable } from './attempt-table.tsx';
import GameChoice from './game-choice.tsx';
import { gamesOfAttempts } from './games-of-attempts.ts';
import { PerformanceDetails } from './performance-details.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

const shownAtOnce = 10;
const receiptParam = 'receipt';
const gameParam = 'game';

/**
 * The history of attempts, with a link to each receipt; the open receipt is kept in the address. `offer` stands in the card of
 * the running attempt.
 */
export function PastChallenges({ offer }: { offer: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const [shared, setShared] = useState<Attempt | null>(null);
  const { data, error, refetch } = useQuery(attemptHistoryQuery);
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch past challenges');

  function showReceipt(id: string | null): void {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (id) next.set(receiptParam, id);
        else next.delete(receiptParam);
        return next;
      },
      { preventScrollReset: true, replace: id === null },
    );
  }

  return (
    <>
      <ActiveAttempt offer={offer} />
      {failure ? (
        <ErrorPanel
          error={error}
          message={`Error loading past challenges: ${failure}`}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <History attempts={data} onWhy={showReceipt} onShare={setShared} />
      ) : (
        <HistorySkeleton />
      )}
      <ReceiptDialog isOwn id={search.get(receiptParam)} onClose={() => showReceipt(null)} />
      <ShareDialog attempt={shared} onClose={() => setShared(null)} />
    </>
  );
}

function History({
  attempts: all,
  ...doing
}: {
  attempts: readonly Attempt[];
  onWhy: (id: string) => void;
  onShare: (attempt: Attempt) => void;
}) {
  const [shown, setShown] = useState(shownAtOnce);
  const games = gamesOfAttempts(all, useGames());
  const [search, setSearch] = useSearchParams();
  const game = games.find((one) => one === search.get(gameParam));
  const attempts = game ? all.filter((one) => gameOf(one).id === game) : all;

  function chooseGame(chosen: GameId | 'all'): void {
    setShown(shownAtOnce);
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(gameParam, chosen);
        return next;
      },
      { preventScrollReset: true, replace: true },
    );
  }
  if (all.length === 0) {
    return (
      <EmptyPanel
        title="No past challenges found"
        text="Start your first challenge to see your history here!"
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  const totals = summarise(attempts);
  return (
    <>
      {games.length > 1 && <GameChoice offered={games} selected={game ?? 'all'} onSelect={chooseGame} />}
      <Stats className="lg:grid-cols-4">
        <Stat label="Total Attempts">{formatAmount(totals.attempts)}</Stat>
        <Stat label="Successful">
          <span className="text-win">{formatAmount(totals.successful)}</span>
        </Stat>
        <Stat label="Failed">
          <span className="text-loss">{formatAmount(totals.failed)}</span>
        </Stat>
        <Stat label="Total Earned">
          <Coins amount={totals.earnedGC} size={22} />
        </Stat>
      </Stats>
      {attempts.length === 0 && game ? (
        <EmptyPanel title={`No past challenges of ${gameOf({ game }).name}`} text="Choose another game." />
      ) : (
        <div className="grid gap-4">
          <AttemptTable attempts={attempts.slice(0, shown)} {...doing} />
          {shown < attempts.length && (
            <div className="flex flex-wrap items-center justify-center gap-4">
              <Button onClick={() => setShown(shown + shownAtOnce)}>Show older</Button>
              <span className="text-muted text-sm">
                {formatAmount(shown)} of {formatAmount(attempts.length)}
              </span>
            </div>
          )}
        </div>
      )}
      <PerformanceDetails attempts={attempts} />
    </>
  );
}

function HistorySkeleton() {
  return (
    <Loading label="Loading past challenges..." className="grid gap-8">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="cut cut-md h-24" />
        ))}
      </div>
      <div className="grid gap-3">
        {[1, 2, 3, 4, 5].map((place) => (
          <Skeleton key={place} className="h-12 max-sm:h-44" />
        ))}
      </div>
    </Loading>
  );
}
