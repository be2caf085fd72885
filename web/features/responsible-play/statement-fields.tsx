// SPDX-License-Identifier: Apache-2.0

import type { FieldValues, Path } from 'react-hook-form';
import { homes } from '../../../contract/regions.ts';
import { TextField } from '../../ui/field.tsx';
import { type FormOf, field } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { RegionOptions } from './region-options.tsx';

/** Date of birth and region, for the player's own form or an administrator's. */
export function StatementFields<Input extends FieldValues & { birthDate: string; region: string }, Output>({
  form,
  isOfUser = false,
}: {
  form: FormOf<Input, Output>;
  isOfUser?: boolean;
}) {
  return (
    <>
      <TextField
        label="Date of birth"
        type="date"
        autoComplete={isOfUser ? 'off' : 'bday'}
        min="1900-01-01"
        {...field(form, 'birthDate' as Path<Input>)}
      />
      <SelectField
        label={isOfUser ? 'Lives in' : 'Where you live'}
        autoComplete={isOfUser ? 'off' : 'country'}
        {...field(form, 'region' as Path<Input>)}
      >
        <RegionOptions regions={homes} />
      </SelectField>
    </>
  );
}
