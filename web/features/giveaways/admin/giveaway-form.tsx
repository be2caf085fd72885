// SPDX-License-Identifier: Apache-2.0

import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { prizeTypes } from '../../../../contract/giveaways.ts';
import {
  type AdminGiveaway,
  type GiveawayInput,
  giveawayInput,
} from '../../../../contract/giveaways-admin.ts';
import { formatAmount, formatDateTime, plural } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Amount } from '../../../ui/coins.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { WholeField } from '../../../ui/number-fields.tsx';
import { Notice } from '../../../ui/panels.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toInput } from './api.ts';

type Form = FormOf<z.input<typeof giveawayInput>, GiveawayInput>;

const nothingYet = {
  title: '',
  prizeType: 'GC',
  prizeAmount: undefined,
  startDate: '',
  endDate: '',
  winnerCount: undefined,
  isActive: true,
} as const;

/** Creates or edits a giveaway. Once somebody has entered, its terms are read-only (docs/rules/giveaways.md, 4). */
export function GiveawayForm({ edited, save, onClose }: RowFormProps<AdminGiveaway, GiveawayInput>) {
  const isFrozen = edited !== undefined && edited.participantCount > 0;
  return (
    <FormDialog
      wide
      title={edited ? 'Edit Giveaway' : 'Create Giveaway'}
      schema={giveawayInput}
      defaults={edited ? toInput(edited) : nothingYet}
      submitLabel={edited ? 'Save' : 'Create'}
      question={({ endDate }) =>
        endDate === edited?.endDate ? undefined : questionOfEnd(endDate, serverNow())
      }
      save={save}
      onClose={onClose}
    >
      {(form: Form) => (
        <>
          {isFrozen ? <FrozenTerms giveaway={edited} /> : <Terms form={form} />}
          <p className="text-muted text-sm">
            If you create or edit a giveaway, you can’t enter it. We remove your earlier entry.
          </p>
          <Controller
            control={form.control}
            name="isActive"
            render={({ field: { value, onChange } }) => (
              <Checkbox checked={value ?? true} onChange={onChange}>
                <span className="block font-medium">Active</span>
                <span className="block text-muted">
                  Players can see and enter it. If it’s off, existing entries are still drawn.
                </span>
              </Checkbox>
            )}
          />
        </>
      )}
    </FormDialog>
  );
}

/** An end in the past is usually a typing mistake, and would draw the giveaway immediately and irrevocably. */
function questionOfEnd(endDate: string, now: number) {
  if (new Date(endDate).getTime() > now) return undefined;
  return {
    title: 'Save a giveaway that’s already over?',
    text: `It ended ${formatDateTime(endDate)}. Nobody can enter it, and it’s drawn within a minute without a winner.`,
    confirmLabel: 'Save anyway',
  };
}

function FrozenTerms({ giveaway }: { giveaway: AdminGiveaway }) {
  const { title, prizeType, prizeAmount, winnerCount, startDate, endDate, participantCount } = giveaway;
  return (
    <>
      <Notice tone="gold" title="The terms are fixed">
        {plural(participantCount, 'player')} entered under these terms, so you can’t change them. You can
        close the giveaway for entries; it’s still drawn at its end.
      </Notice>
      <Facts>
        <Fact label="Title">{title}</Fact>
        <Fact label="Prize">
          <Amount currency={prizeType} amount={prizeAmount} size={16} />
        </Fact>
        <Fact label="Winner Count">{formatAmount(winnerCount)}</Fact>
        <Fact label="Start Date">{formatDateTime(startDate)}</Fact>
        <Fact label="End Date">{formatDateTime(endDate)}</Fact>
      </Facts>
    </>
  );
}

function Terms({ form }: { form: Form }) {
  return (
    <>
      <TextField label="Title" maxLength={120} {...field(form, 'title')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Prize Type" {...field(form, 'prizeType')}>
          {prizeTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </SelectField>
        <WholeField form={form} name="prizeAmount" label="Prize Amount" min={1} hint="For each winner" />
        <DateField form={form} name="startDate" label="Start Date" />
        <DateField form={form} name="endDate" label="End Date" />
      </div>
      <WholeField
        form={form}
        name="winnerCount"
        label="Winner Count"
        min={1}
        hint="With fewer entries than prizes, everyone wins."
      />
    </>
  );
}

function DateField({ form, name, label }: { form: Form; name: 'startDate' | 'endDate'; label: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: props, fieldState }) => (
        <DateTimeField label={label} error={fieldState.error?.message} {...props} />
      )}
    />
  );
}
