// SPDX-License-Identifier: Apache-2.0

import type { FieldValues } from 'react-hook-form';
import { type AdminCoinPackage, type PackageInput, packageInput } from '../../../../contract/coins-admin.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { DecimalField, WholeField } from '../../../ui/number-fields.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { discountedPrice } from './discounted-price.ts';

/** Creates a coin package, or edits the given one (product specification, sections 2.15 and 5). */
export function PackageForm({ edited, save, onClose }: RowFormProps<AdminCoinPackage, PackageInput>) {
  return (
    <FormDialog
      title={edited ? 'Edit Coin' : 'Create Coin'}
      schema={packageInput}
      defaults={{
        title: edited?.title ?? '',
        coins: edited?.coins,
        originalPrice: edited?.originalPrice,
        discountPercentage: edited?.discountPercentage ?? 0,
      }}
      submitLabel={edited ? 'Save' : 'Create'}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField label="Title" maxLength={100} {...field(form, 'title')} />
          <WholeField form={form} name="coins" label="Coins" min={1} />
          <div className="grid gap-5 sm:grid-cols-2">
            <DecimalField form={form} name="originalPrice" label="Original Price ($)" min={0.01} />
            <DecimalField form={form} name="discountPercentage" label="Discount %" min={0} max={100} />
          </div>
          <DiscountedPrice form={form} />
        </>
      )}
    </FormDialog>
  );
}

function DiscountedPrice<Input extends FieldValues>({ form }: { form: FormOf<Input> }) {
  const { originalPrice, discountPercentage } = form.watch();
  return (
    <TextField
      label="Discounted Price ($)"
      readOnly
      tabIndex={-1}
      value={discountedPrice(originalPrice, discountPercentage)}
      hint="Price minus discount. Card payments must be at least $0.50."
    />
  );
}
