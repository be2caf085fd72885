// SPDX-License-Identifier: Apache-2.0

import type { ComponentProps } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { TextField } from './field.tsx';
import { type FormOf, numberField } from './form-dialog.tsx';

type NumberFieldProps<Input extends FieldValues, Output> = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'placeholder' | 'readOnly'
> & { form: FormOf<Input, Output>; name: Path<Input>; min?: number; max?: number };

/** A form field for a whole number: coins, places, hours. Empty counts as missing. */
export function WholeField<Input extends FieldValues, Output>({
  form,
  name,
  ...rest
}: NumberFieldProps<Input, Output>) {
  return <TextField type="number" step={1} inputMode="numeric" {...rest} {...numberField(form, name)} />;
}

/** The same for a number with two decimals: dollars, percent, a factor. */
export function DecimalField<Input extends FieldValues, Output>({
  form,
  name,
  ...rest
}: NumberFieldProps<Input, Output>) {
  return <TextField type="number" step={0.01} inputMode="decimal" {...rest} {...numberField(form, name)} />;
}
