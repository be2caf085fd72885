// SPDX-License-Identifier: Apache-2.0

import type { ChangeEvent } from 'react';
import { Controller } from 'react-hook-form';
import { type PromotionInput, rewardTypes } from '../../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import type { Trigger } from '../../../../contract/triggers.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FormDialog, field } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/panels.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { isByRank } from '../promotion-rules.ts';
import {
  defaultConfig,
  getStart,
  type PromotionForm,
  padded,
  promotionForm,
} from './promotion-form-schema.ts';
import { RewardFields } from './reward-fields.tsx';
import { TriggersField } from './triggers-field.tsx';

/** Creates a promotion, or edits the given one (product specification, sections 2.15, 5 and 9). */
export function PromotionFormDialog({ edited, save, onClose }: RowFormProps<AdminPromotion, PromotionInput>) {
  const hasRewarded = edited !== undefined && edited.rewardsPaid + edited.rewardsCollected > 0;
  return (
    <FormDialog
      wide
      title={edited ? 'Edit Event' : 'Create Event'}
      schema={promotionForm}
      defaults={getStart(edited)}
      submitLabel={edited ? 'Save' : 'Create'}
      question={(event) => questionOfDates(event, serverNow(), edited !== undefined)}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          {hasRewarded && (
            <Notice tone="storm">
              This event has rewarded players, so its currency and its kind are fixed. Other changes apply
              from now on.
            </Notice>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Title" maxLength={120} {...field(form, 'title')} />
            <TypeField form={form} />
          </div>
          <TextArea label="Description" maxLength={2000} {...field(form, 'description')} />
          <Triggers form={form} />
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField form={form} name="startDate" label="Start Date" />
            <DateField form={form} name="endDate" label="End Date" />
          </div>
          <SelectField label="Reward Type" {...field(form, 'eventConfig.rewardType')}>
            {rewardTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </SelectField>
          <RewardFields form={form} />
          <p className="text-muted text-sm">If you create or edit an event, you get no rewards from it.</p>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <SwitchField
              form={form}
              name="autoRun"
              label="Auto Run"
              text="Pays automatically. If it’s off, rewards collect until someone sends them."
            />
            <SwitchField
              form={form}
              name="isActive"
              label="Active"
              text="Players see it, and it gives rewards between its dates."
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}

/** An end in the past is usually a typing mistake. */
function questionOfDates({ endDate, leaderboardRewards }: PromotionInput, now: number, isEdited: boolean) {
  if (new Date(endDate).getTime() > now) return undefined;
  const places = leaderboardRewards.length > 0 ? ', but places are paid for XP earned between its dates' : '';
  return {
    title: 'Save an event that’s already over?',
    text: `It ended ${formatDateTime(endDate)}. Nothing from now on counts for it${places}.`,
    confirmLabel: isEdited ? 'Save anyway' : 'Create anyway',
  };
}

/** Converts typed text to upper case and keeps the caret in place. */
function TypeField({ form }: { form: PromotionForm }) {
  const { onChange, ...rest } = field(form, 'type');
  return (
    <TextField
      label="Type"
      maxLength={40}
      placeholder="FLASH_PROMO"
      autoCapitalize="characters"
      {...rest}
      onChange={(promotion: ChangeEvent<HTMLInputElement>) => {
        const { target } = promotion;
        const { selectionStart, selectionEnd } = target;
        target.value = target.value.toUpperCase();
        target.setSelectionRange(selectionStart, selectionEnd);
        void onChange(promotion);
      }}
    />
  );
}

function Triggers({ form }: { form: PromotionForm }) {
  /** Resets the hidden fields of the other kind of promotion, so that no invalid value hides there. */
  function forget(chosen: readonly Trigger[]): void {
    if (isByRank({ triggers: [...chosen] }) === isByRank(form.getValues())) return;
    const { rewardAmount, multiplier, userCap, dailyCap } = defaultConfig;
    form.setValue('eventConfig.rewardAmount', rewardAmount);
    form.setValue('eventConfig.multiplier', multiplier);
    form.setValue('eventConfig.userCap', userCap);
    form.setValue('eventConfig.dailyCap', dailyCap);
    form.setValue('leaderboardRewards', padded([]));
    form.clearErrors(['eventConfig', 'leaderboardRewards']);
  }
  return (
    <Controller
      control={form.control}
      name="triggers"
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <TriggersField
          ref={ref}
          value={value}
          error={fieldState.error?.message}
          onChange={(chosen) => {
            forget(chosen);
            onChange(chosen);
          }}
        />
      )}
    />
  );
}

function DateField({
  form,
  name,
  label,
}: {
  form: PromotionForm;
  name: 'startDate' | 'endDate';
  label: string;
}) {
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

function SwitchField({
  form,
  name,
  label,
  text,
}: {
  form: PromotionForm;
  name: 'autoRun' | 'isActive';
  label: string;
  text: string;
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Checkbox checked={value ?? true} onChange={onChange}>
          <span className="block font-medium">{label}</span>
          <span className="block text-muted">{text}</span>
        </Checkbox>
      )}
    />
  );
}
