// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { type BoardPeriod, leaderboardsApi } from '../../../contract/leaderboards.ts';
import { call } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { publicData } from '../../lib/public-data.ts';
import { Choices } from '../../ui/choices.tsx';
import { EmptyPanel, TryingPanel } from '../../ui/panels.tsx';
import { periodChoices } from './periods.ts';
import { Places, TieRule } from './places.tsx';
import { PlacesSkeleton } from './places-skeleton.tsx';

/** As long as the server caches its answer. */
const { useData: useBoards, useIsFailing } = publicData(
  () => call(leaderboardsApi.readPublic, {}, { quiet: true }),
  { refreshMs: 30_000 },
);

/** The top of each period's board, for visitors. */
export function PublicLeaderboard() {
  const [period, setPeriod] = useState<BoardPeriod>('week');
  const board = useBoards()?.find((found) => found.period === period);
  const isFailing = useIsFailing();
  return (
    <section aria-label="First places" className="grid grid-cols-1 gap-4">
      <Choices label="Period" choices={periodChoices} selected={period} onSelect={setPeriod} />
      {!board && (isFailing ? <TryingPanel what="The board" /> : <PlacesSkeleton />)}
      {board && (
        <p className="flex flex-wrap gap-x-6 gap-y-1 text-muted text-sm">
          <span>{plural(board.players, 'player')}</span>
          <TieRule />
        </p>
      )}
      {board && board.top.length > 0 && <Places label="First places" places={board.top} />}
      {board?.top.length === 0 && (
        <EmptyPanel title="The board is empty" text="Finish a challenge to take the lead." />
      )}
    </section>
  );
}
