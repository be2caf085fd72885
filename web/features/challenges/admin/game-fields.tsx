// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { games } from '../../../../contract/games/games.ts';
import { firstTerms, modeChoices } from '../../../../contract/games/terms.ts';
import { useGames } from '../../../lib/settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { ChallengeFormOf } from './variants-field.tsx';

/** The game of a new challenge where there is more than one, and what its game asks for besides place and kills. */
export function GameFields({ form, isNew }: { form: ChallengeFormOf; isNew: boolean }) {
  const offered = useGames();
  const terms = form.watch('terms');
  const dirty = { shouldDirty: true };
  const choose = (game: GameId) => {
    form.setValue('game', game, dirty);
    form.setValue('terms', firstTerms(game), dirty);
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
              const choice = modeChoices.find(({ mode }) => mode === currentTarget.value);
              if (choice) form.setValue('terms', { ...terms, mode: choice.mode }, dirty);
            }}
          >
            {modeChoices.map(({ mode, label }) => (
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
