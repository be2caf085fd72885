// SPDX-License-Identifier: Apache-2.0

import { Controller, type FieldError, type Merge } from 'react-hook-form';
import { formatAmount } from '../../../lib/format.ts';
import { DecimalField, WholeField } from '../../../ui/number-fields.tsx';
import { isByRank } from '../promotion-rules.ts';
import { PlacesField } from './places-field.tsx';
import { oneReward, type PromotionForm } from './promotion-form-schema.ts';

/** A promotion's rewards: places if it ranks players, otherwise a single reward with limits; and the total budget. */
export function RewardFields({ form }: { form: PromotionForm }) {
  const { triggers, eventConfig } = form.watch();
  const currency = eventConfig?.rewardType ?? 'GC';
  return (
    <>
      {isByRank({ triggers }) ? (
        <Places form={form} currency={currency} />
      ) : (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <WholeField form={form} name="eventConfig.rewardAmount" label="Reward Amount" min={0} />
            <DecimalField form={form} name="eventConfig.multiplier" label="Multiplier" min={0.01} />
          </div>
          <OneReward
            amount={oneReward(eventConfig?.rewardAmount, eventConfig?.multiplier)}
            currency={currency}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <WholeField
              form={form}
              name="eventConfig.userCap"
              label="User Cap"
              min={0}
              hint="Rewards per player in total. 0 means no limit."
            />
            <WholeField
              form={form}
              name="eventConfig.dailyCap"
              label="Daily Cap"
              min={0}
              hint="Rewards per player and day (UTC). 0 means no limit."
            />
          </div>
        </>
      )}
      <WholeField
        form={form}
        name="eventConfig.budget"
        label={`Budget (${currency})`}
        min={0}
        placeholder="No limit"
        hint="The most this event may pay to everyone together. Leave empty for no limit."
      />
    </>
  );
}

function OneReward({ amount, currency }: { amount: number; currency: string }) {
  return (
    <p className="-mt-2 text-muted text-sm" role="status">
      {amount > 0
        ? `Each reward is ${formatAmount(amount)} ${currency}: amount times multiplier, rounded down.`
        : 'These numbers pay nothing.'}
    </p>
  );
}

function Places({ form, currency }: { form: PromotionForm; currency: string }) {
  return (
    <Controller
      control={form.control}
      name="leaderboardRewards"
      render={({ field: { value, onChange, ref }, fieldState }) => (
        <PlacesField
          ref={ref}
          value={value}
          onChange={onChange}
          currency={currency}
          error={firstFault(fieldState.error)}
        />
      )}
    />
  );
}

/** The error of the list or of its first invalid entry. */
function firstFault(error: FieldError | Merge<FieldError, (FieldError | undefined)[]> | undefined) {
  if (!error) return undefined;
  if (Array.isArray(error)) return error.find(Boolean)?.message as string | undefined;
  return error.message;
}
