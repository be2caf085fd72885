// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { z } from 'zod';
import { gameAccountInput } from '../../../../contract/users-admin.ts';
import { ApiError } from '../../../lib/api.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import type { useUserChanges } from './api.ts';

type GameAccountChange = Parameters<ReturnType<typeof useUserChanges>['setGameAccount']>[1];

/** Binds another Epic account to a user, or removes theirs (docs/rules/users.md, 9). */
export function GameAccountForm({
  name,
  epicId,
  save,
  onClose,
}: {
  name: string;
  epicId: string | null;
  save: (values: GameAccountChange) => Promise<unknown>;
  onClose: () => void;
}) {
  const [isOthers, setOthers] = useState(false);
  /** Each new account needs its own confirmation, since another player may have that one too. */
  function askAnew(form: FormOf<z.input<typeof gameAccountInput>>): void {
    setOthers(false);
    form.setValue('takeFromOther', false);
  }
  return (
    <FormDialog
      title="Change Epic account"
      description={`${name} enters challenges with this Epic account. If it’s empty, their next entry sets it.`}
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
          <TextField
            label="Epic ID"
            hint="Leave empty to remove the current one."
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
