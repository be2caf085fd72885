// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { maxNameLength, type User, type UserChange, userChange } from '../../../../contract/users-admin.ts';
import { ApiError } from '../../../lib/api.ts';
import { formatAmount, formatSigned } from '../../../lib/format.ts';
import { useSettings } from '../../../lib/settings.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toBalance } from '../../../ui/typed-numbers.ts';
import { useRoleNames } from './role-choices.ts';

/**
 * The form sends its fields, changed or not. A change of the balance needs a reason, which is stored with the
 * adjustment.
 * @param warningGC larger adjustments need a confirmation that shows the amount
 * @param isOnlyCoins without another balance, there is nothing to send
 */
function userFormWith(warningGC: number, isOnlyCoins: boolean) {
  return userChange
    .extend({
      gamerCoins: z.int('Enter a whole number'),
      gamerCoinsLoaded: z.int(),
      /** The confirmed difference. Another amount needs a new confirmation. */
      confirmedDifference: z.int().nullable(),
    })
    .superRefine(({ gamerCoins, gamerCoinsLoaded, confirmedDifference, reason }, context) => {
      const difference = gamerCoins - gamerCoinsLoaded;
      const fault = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (difference === 0) {
        if (isOnlyCoins) fault('gamerCoins', 'Enter a change such as +250, or another balance');
        return;
      }
      if (gamerCoins < 0) fault('gamerCoins', 'You can’t set a balance below zero');
      if (!reason) fault('reason', 'Reason is required');
      if (Math.abs(difference) > warningGC && confirmedDifference !== difference) {
        fault('confirmedDifference', 'Confirm the amount or change it');
      }
    });
}
type UserForm = FormOf<z.input<ReturnType<typeof userFormWith>>>;

/** Edits a user (product specification, sections 2.15, 5 and 7.3), or only adjusts their coins. */
export function UserForm({
  user,
  isOnlyCoins = false,
  adjustment = 0,
  save,
  onClose,
}: {
  user: User;
  isOnlyCoins?: boolean;
  /** The change of the balance to start with; the keyboard then starts at its reason. */
  adjustment?: number | undefined;
  save: (values: UserChange, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const [balance, setBalance] = useState<number>();
  // Every adjustment needs a confirmation until the settings have loaded.
  const warningGC = useSettings()?.coinAdjustmentWarningGC ?? 0;
  const userForm = useMemo(() => userFormWith(warningGC, isOnlyCoins), [warningGC, isOnlyCoins]);
  const { _id, name, email, gamerCoins, role, isVerified } = user;
  return (
    <FormDialog
      title={isOnlyCoins ? `Adjust coins of ${name}` : 'Edit User'}
      wide={!isOnlyCoins}
      schema={userForm}
      defaults={{
        _id,
        ...(!isOnlyCoins && { name, email, role, isVerified }),
        gamerCoins: gamerCoins + adjustment,
        gamerCoinsLoaded: gamerCoins,
        confirmedDifference: null,
        reason: '',
      }}
      submitLabel="Save"
      save={async ({ confirmedDifference: _, ...values }, key) => {
        setBalance(undefined);
        try {
          await save({ ...values, googleId: user.googleId }, key);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'coins_changed') {
            setBalance(Number(error.data.balance));
          }
          throw error;
        }
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {!isOnlyCoins && <WhoFields form={form} user={user} />}
          <CoinFields form={form} startsAtReason={adjustment !== 0} />
          <LargeAdjustment form={form} warningGC={warningGC} />
          {balance !== undefined && (
            <CoinsMeanwhile form={form} balance={balance} onTaken={() => setBalance(undefined)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function WhoFields({ form, user }: { form: UserForm; user: User }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="User ID" readOnly value={user._id} className="min-w-0" />
      <TextField
        label="Google ID"
        readOnly
        value={user.googleId ?? ''}
        placeholder="None"
        className="min-w-0"
      />
      <TextField label="Name" maxLength={2 * maxNameLength} {...field(form, 'name')} />
      <TextField label="Email" type="text" inputMode="email" maxLength={254} {...field(form, 'email')} />
      <RoleField form={form} role={user.role} />
      <SelectField
        label="Verified"
        {...form.register('isVerified', { setValueAs: (value) => String(value) === 'true' })}
      >
        <option value="true">Verified</option>
        <option value="false">Unverified</option>
      </SelectField>
    </div>
  );
}

function RoleField({ form, role }: { form: UserForm; role: string }) {
  const names = useRoleNames({ isGrantable: true });
  return (
    <SelectField label="Role" {...field(form, 'role')}>
      {[...new Set([role, ...names])].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function CoinFields({ form, startsAtReason }: { form: UserForm; startsAtReason: boolean }) {
  const mayAdjust = usePermissions()('users:adjust-coins');
  const [coins, loaded] = form.watch(['gamerCoins', 'gamerCoinsLoaded']);
  const difference = Number.isInteger(coins) ? coins - loaded : 0;
  const { error } = form.getFieldState('gamerCoins', form.formState);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Gamer Coins"
        readOnly={!mayAdjust}
        autoComplete="off"
        // Otherwise a sign typed in front of the balance would join its digits: +25 before 0 would read +250.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={({ key, currentTarget: input }) => {
          const isInFront = input.selectionStart === 0 && input.value === String(loaded);
          if (isInFront && (key === '+' || key === '-')) input.select();
        }}
        hint={
          !mayAdjust
            ? 'Your role can’t adjust coins.'
            : difference === 0
              ? 'A new balance, or a change such as +250 or -50.'
              : `${formatAmount(loaded)} becomes ${formatAmount(coins)} GC.`
        }
        {...form.register('gamerCoins', {
          setValueAs: (typed) => toBalance(typed, form.getValues('gamerCoinsLoaded')),
        })}
        error={error?.message}
      />
      {difference !== 0 && (
        <TextField
          label={`Reason for ${formatSigned(difference)} GC`}
          hint="Saved with the adjustment. The player doesn’t see it."
          maxLength={500}
          data-start={startsAtReason || undefined}
          {...field(form, 'reason')}
        />
      )}
    </div>
  );
}

/** Shows the amount of an unusually large adjustment, to catch an extra zero. */
function LargeAdjustment({ form, warningGC }: { form: UserForm; warningGC: number }) {
  const [coins, loaded] = form.watch(['gamerCoins', 'gamerCoinsLoaded']);
  const difference = Number.isInteger(coins) ? coins - loaded : 0;
  if (Math.abs(difference) <= warningGC) return null;
  return (
    <Notice tone="gold" title={`This adjusts the balance by ${formatSigned(difference)} GC`}>
      <p>
        From {formatAmount(loaded)} GC to {formatAmount(coins)} GC: more than {formatAmount(warningGC)} GC at
        once. The audit log flags it.
      </p>
      <div className="mt-2">
        <Controller
          control={form.control}
          name="confirmedDifference"
          render={({ field: { value, onChange }, fieldState }) => (
            <Checkbox
              checked={value === difference}
              onChange={(isChecked) => onChange(isChecked ? difference : null)}
              error={fieldState.error?.message}
            >
              Yes, adjust by {formatSigned(difference)} GC
            </Checkbox>
          )}
        />
      </div>
    </Notice>
  );
}

/** The balance changed while the form was open: offers both possible meanings. */
function CoinsMeanwhile({
  form,
  balance,
  onTaken,
}: {
  form: UserForm;
  balance: number;
  onTaken: () => void;
}) {
  const [coins, loaded] = form.watch(['gamerCoins', 'gamerCoinsLoaded']);
  const difference = coins - loaded;
  function take(next: number): void {
    form.setValue('gamerCoinsLoaded', balance);
    form.setValue('gamerCoins', next, { shouldDirty: true, shouldValidate: true });
    onTaken();
  }
  return (
    <Notice tone="gold" title={`The balance is now ${formatAmount(balance)} GC`}>
      <p>
        It was {formatAmount(loaded)} GC when you opened this form. Choose what you meant, then save again.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => take(balance + difference)}>
          {formatSigned(difference)}: {formatAmount(balance + difference)} GC
        </Button>
        <Button size="sm" onClick={() => take(coins)}>
          Exactly {formatAmount(coins)} GC
        </Button>
        <Button size="sm" onClick={() => take(balance)}>
          Leave {formatAmount(balance)} GC
        </Button>
      </div>
    </Notice>
  );
}
