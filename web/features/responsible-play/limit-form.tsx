// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import type { SpendingLimit } from '../../../contract/responsible-play.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, field } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePlayChanges } from './api.ts';
import { kindWords, periodWords, readAmount } from './play-words.ts';

/** Sets one limit, or removes it. */
export function LimitForm({ limit, onClose }: { limit: SpendingLimit; onClose: () => void }) {
  const { setLimit } = usePlayChanges();
  const { kind, period, amount } = limit;
  const isMoney = kind === 'payment';
  const schema = z.object({
    amount: z.string().transform((typed, context) => {
      const read = readAmount(kind, typed);
      if (read !== undefined) return read;
      context.addIssue({
        code: 'custom',
        message: isMoney ? 'Enter an amount such as 20' : 'Enter whole coins',
      });
      return z.NEVER;
    }),
  });
  const shown = amount === null ? '' : isMoney ? (amount / 100).toFixed(2) : String(amount);
  return (
    <FormDialog
      title={`${kindWords[kind].title}: limit for ${periodWords[period]}`}
      description="Lowering a limit applies now. Raising it takes 24 hours."
      schema={schema}
      defaults={{ amount: shown }}
      submitLabel="Save"
      save={async (values) => {
        const { next } = await setLimit({ kind, period, amount: values.amount });
        notify.done(next ? 'Your new limit starts in 24 hours' : 'Limit saved');
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          label={isMoney ? 'Dollars' : 'Coins'}
          hint="Leave empty for no limit. 0 blocks everything."
          inputMode={isMoney ? 'decimal' : 'numeric'}
          autoComplete="off"
          maxLength={12}
          {...field(form, 'amount')}
        />
      )}
    </FormDialog>
  );
}
