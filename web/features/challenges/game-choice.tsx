// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { games } from '../../../contract/games/games.ts';
import { Choices } from '../../ui/choices.tsx';

/** Narrows the challenges to one game. */
export default function GameChoice({
  offered,
  selected,
  onSelect,
}: {
  offered: readonly GameId[];
  selected: GameId | 'all';
  onSelect: (game: GameId | 'all') => void;
}) {
  const choices = offered.map((game) => ({ value: game, label: games[game].name }));
  return (
    <Choices
      label="Game"
      choices={[{ value: 'all', label: 'All games' }, ...choices]}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
