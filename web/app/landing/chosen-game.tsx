// SPDX-License-Identifier: Apache-2.0

import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { useGames } from '../../lib/settings.ts';

/** Loaded where there is more than one game. */
const GameChoice = lazy(() => import('../../features/challenges/game-choice.tsx'));

/** Open challenges, narrowed to the chosen game where there is more than one. */
export function ChosenGame({
  list,
  children,
}: {
  list: readonly Challenge[];
  children: (shown: readonly Challenge[]) => ReactNode;
}) {
  const games = useGames();
  const [chosen, choose] = useState<GameId | 'all'>('all');
  return (
    <>
      {games.length > 1 && (
        <Suspense>
          <GameChoice offered={games} selected={chosen} onSelect={choose} />
        </Suspense>
      )}
      {children(chosen === 'all' ? list : list.filter((challenge) => gameOf(challenge).id === chosen))}
    </>
  );
}
