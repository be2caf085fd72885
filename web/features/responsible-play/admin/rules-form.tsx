// SPDX-License-Identifier: Apache-2.0

import { Controller, useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { regions } from '../../../../contract/regions.ts';
import { type PlayRules, playRulesInput } from '../../../../contract/responsible-play-admin.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { Plus } from '../../../ui/icons/plus.ts';
import { Trash2 } from '../../../ui/icons/trash-2.ts';
import { SelectField } from '../../../ui/select.tsx';
import { notify } from '../../../ui/toast.tsx';
import { RegionOptions } from '../region-options.tsx';
import { usePlayRuleChanges } from './api.ts';

/** A region's rule in the form: closed, open, or open from an age. */
const admission = {
  access: z.enum(['open', 'closed']),
  minAge: z
    .string()
    .trim()
    .regex(/^([1-9]\d?)?$/, 'Enter 1 to 99 years, or leave it empty'),
};
const rulesForm = z.object({
  ...admission,
  regions: z
    .array(z.object({ region: z.string().min(1, 'Choose a region'), ...admission }))
    .max(400)
    .refine(
      (all) => new Set(all.map(({ region }) => region)).size === all.length,
      'Add each region only once',
    ),
  /** Empty means immediately. */
  validFrom: z.string(),
  reason: playRulesInput.shape.reason,
});
type Form = FormOf<z.input<typeof rulesForm>, z.output<typeof rulesForm>>;

const newRegion = { region: '', access: 'closed' as const, minAge: '' };

const toForm = ({ isAllowed, minAge }: PlayRules['elsewhere']) => ({
  access: isAllowed ? ('open' as const) : ('closed' as const),
  minAge: minAge === null ? '' : String(minAge),
});
const fromForm = ({ access, minAge }: { access: 'open' | 'closed'; minAge: string }) => ({
  isAllowed: access === 'open',
  minAge: minAge === '' || access === 'closed' ? null : Number(minAge),
});

/** Publishes the next version of the rules. The form starts with the newest one. */
export function RulesForm({ newest, onClose }: { newest: PlayRules | undefined; onClose: () => void }) {
  const { publish } = usePlayRuleChanges();
  return (
    <FormDialog
      title="Publish rules"
      description="They apply to entries and card payments from their date. You can’t change a published version."
      wide
      schema={rulesForm}
      defaults={{
        ...toForm(newest?.elsewhere ?? { isAllowed: true, minAge: 18 }),
        regions: (newest?.regions ?? []).map(({ region, ...rule }) => ({ region, ...toForm(rule) })),
        validFrom: '',
        reason: '',
      }}
      submitLabel="Publish"
      busyLabel="Publishing..."
      save={async ({ regions, validFrom, reason, ...elsewhere }, idempotencyKey) => {
        await publish(
          {
            knownVersion: newest?.version ?? 0,
            validFrom: validFrom || null,
            elsewhere: fromForm(elsewhere),
            regions: regions.map(({ region, ...rule }) => ({ region, ...fromForm(rule) })),
            reason,
          },
          idempotencyKey,
        );
        notify.done('Rules published');
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <fieldset className="grid gap-4">
            <legend className="mb-2 font-medium">Everywhere except the regions below</legend>
            <Admission form={form} />
          </fieldset>
          <Regions form={form} />
          <Controller
            control={form.control}
            name="validFrom"
            render={({ field: { ref: _, ...props }, fieldState }) => (
              <DateTimeField
                label="Applies from"
                hint="In your time. Leave empty to start now."
                error={fieldState.error?.message}
                {...props}
              />
            )}
          />
          <TextField
            label="Reason"
            hint="For example whose advice it follows. Shown beside the version."
            maxLength={500}
            {...field(form, 'reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Admission({ form, at = '' }: { form: Form; at?: '' | `regions.${number}.` }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Access" {...field(form, `${at}access`)}>
        <option value="open">Open</option>
        <option value="closed">Closed</option>
      </SelectField>
      <TextField
        label="From age"
        hint={at === '' ? 'In years. Leave empty for any age.' : undefined}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        {...field(form, `${at}minAge`)}
      />
    </div>
  );
}

function Regions({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'regions' });
  return (
    <section aria-label="Regions" className="grid gap-4">
      {fields.map(({ id }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside a button.
        <div
          key={id}
          role="group"
          aria-label={`Region ${index + 1}`}
          className="grid gap-4 border border-line bg-ink p-4"
        >
          <div className="flex items-start justify-between gap-3">
            <SelectField
              label="Region"
              className="min-w-0 flex-1"
              {...field(form, `regions.${index}.region`)}
            >
              <RegionOptions regions={regions} />
            </SelectField>
            <IconButton label={`Remove region ${index + 1}`} onClick={() => remove(index)}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </div>
          <Admission form={form} at={`regions.${index}.`} />
        </div>
      ))}
      <Button
        className="justify-self-start"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => append(newRegion)}
      >
        Add a region
      </Button>
    </section>
  );
}
