// SPDX-License-Identifier: Apache-2.0

import type { Game, GameId } from '../../../../contract/games/game.ts';
import { gameOf, games } from '../../../../contract/games/games.ts';
import { rulesOf } from '../../../../contract/games/rules.ts';
import type { GameTerms } from '../../../../contract/games/schemas.ts';
import { useGames } from '../../../lib/settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { ChallengeFormOf } from './variants-field.tsx';

/** The game of a new challenge where there is more than one, and what its game asks for besides place and kills. */
export function GameFields({ form, isNew }: { form: ChallengeFormOf; isNew: boolean }) {
  const offered = useGames();
  const terms = form.watch('terms');
  const { modes = {} }: Game = gameOf({ game: form.watch('game') });
  const dirty = { shouldDirty: true };
  const choose = (game: GameId) => {
    form.setValue('game', game, dirty);
    form.setValue('terms', rulesOf(game).firstTerms, dirty);
  };
  return (
    <>
      {isNew && offered.length > 1 && (
        <SelectField
          label="Game"
          value={form.watch('game') ?? ''}
          onChange={({ currentTarget }) => choose(currentTarget.value as GameId)}
        >
          {offered.map((game) => (
            <option key={game} value={game}>
              {games[game].name}
            </option>
          ))}
        </SelectField>
      )}
      {terms && (
        <>
          <SelectField
            label="Mode"
            value={terms.mode}
            onChange={({ currentTarget }) => {
              const mode = currentTarget.value as GameTerms['mode'];
              form.setValue('terms', { ...terms, mode }, dirty);
            }}
          >
            {Object.entries(modes).map(([mode, { label }]) => (
              <option key={mode} value={mode}>
                {label}
              </option>
            ))}
          </SelectField>
          <Checkbox
            checked={terms.countsBots}
            onChange={(countsBots) => form.setValue('terms', { ...terms, countsBots }, dirty)}
          >
            Kills of bots count
          </Checkbox>
        </>
      )}
    </>
  );
}
