// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { z } from 'zod';
import type { GameAccount } from '../../../../contract/account-proof.ts';
import type { Game, GameId } from '../../../../contract/games/game.ts';
import { gameOf, games, theGame } from '../../../../contract/games/games.ts';
import { gameAccountInput } from '../../../../contract/users-admin.ts';
import { ApiError } from '../../../lib/api.ts';
import { useGames } from '../../../lib/settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { useUserChanges } from './api.ts';

type GameAccountChange = Parameters<ReturnType<typeof useUserChanges>['setGameAccount']>[1];

/** Binds another game account to a user, or removes theirs (docs/rules/users.md, 9). */
export function GameAccountForm({
  name,
  epicId,
  accounts,
  save,
  onClose,
}: {
  name: string;
  /** The account of the first game. */
  epicId: string | null;
  /** Those bound in each game. */
  accounts: readonly GameAccount[];
  save: (values: GameAccountChange) => Promise<unknown>;
  onClose: () => void;
}) {
  const [isOthers, setOthers] = useState(false);
  const offered = useGames();
  /** Each new account needs its own confirmation, since another player may have that one too. */
  function askAnew(form: FormOf<z.input<typeof gameAccountInput>>): void {
    setOthers(false);
    form.setValue('takeFromOther', false);
  }
  function choose(form: FormOf<z.input<typeof gameAccountInput>>, game: GameId): void {
    form.setValue('game', game, { shouldDirty: true });
    form.setValue('epicId', accounts.find((one) => one.game === game)?.epicId ?? '');
    askAnew(form);
  }
  const what = offered.length > 1 ? 'game account' : theGame.account.name;
  return (
    <FormDialog
      title={`Change ${what}`}
      description={`${name} enters challenges with this ${what}. If it’s empty, their next entry sets it.`}
      schema={gameAccountInput}
      defaults={{ epicId: epicId ?? '', reason: '', takeFromOther: false }}
      submitLabel="Save"
      save={async (values) => {
        try {
          await save(values);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'epic_account_of_other') setOthers(true);
          throw error;
        }
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {offered.length > 1 && (
            <SelectField
              label="Game"
              value={form.watch('game') ?? theGame.id}
              onChange={({ currentTarget }) => choose(form, currentTarget.value as GameId)}
            >
              {offered.map((game) => (
                <option key={game} value={game}>
                  {games[game].name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={gameOf({ game: form.watch('game') }).account.label}
            hint={`${platformHint(gameOf({ game: form.watch('game') }))}Leave empty to remove the current one.`}
            maxLength={100}
            autoComplete="off"
            {...field(form, 'epicId')}
            {...form.register('epicId', { setValueAs: emptyAsNone, onChange: () => askAnew(form) })}
          />
          <TextField label="Reason" maxLength={500} {...field(form, 'reason')} />
          {isOthers && (
            <Checkbox
              checked={form.watch('takeFromOther') ?? false}
              onChange={(checked) => form.setValue('takeFromOther', checked, { shouldDirty: true })}
            >
              Remove it from the other player
            </Checkbox>
          )}
        </>
      )}
    </FormDialog>
  );
}

function emptyAsNone(typed: string | null): string | null {
  return typed?.trim() || null;
}

function platformHint({ account: { platforms } }: Game): string {
  return platforms ? `Its platform first: ${Object.keys(platforms).join('/, ')}/. ` : '';
}
