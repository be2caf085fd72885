import type { FieldValues, Path } from 'react-hook-form';
import { homes } from '../../../contract/regions.ts';
import { TextField } from '../../ui/field.tsx';
import { type FormOf, field } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { RegionOptions } from './region-options.tsx';

/** When somebody was born and where they live, in any form that asks for it. */
export function StatementFields<Input extends FieldValues & { birthDate: string; region: string }, Output>({
  form,
}: {
  form: FormOf<Input, Output>;
}) {
  return (
    <>
      <TextField
        label="Date of birth"
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        {...field(form, 'birthDate' as Path<Input>)}
      />
      <SelectField label="Where you live" autoComplete="country" {...field(form, 'region' as Path<Input>)}>
        <RegionOptions regions={homes} />
      </SelectField>
    </>
  );
}
