// SPDX-License-Identifier: Apache-2.0

import { type Ref, useState } from 'react';
import { maxLeaderboardRewards } from '../../../../contract/promotion-terms.ts';
import { formatAmount, plural } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { Plus } from '../../../ui/icons/plus.ts';
import { numbersIn } from './promotion-form-schema.ts';

/** The reward for each place: three fields, and more on demand (product specification, sections 5 and 9). */
export function PlacesField({
  value,
  onChange,
  currency,
  error,
  ref,
}: {
  /** As typed, by rank. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  currency: string;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}) {
  const [isFull, setFull] = useState(false);
  const rewards = numbersIn(value);
  const total = rewards.reduce((sum, reward) => sum + reward, 0);

  function addPlace(): void {
    const hasRoom = value.length < maxLeaderboardRewards;
    setFull(!hasRoom);
    if (hasRoom) onChange([...value, '']);
  }
  const fault = isFull ? `You can provide up to ${maxLeaderboardRewards} rewards` : error;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium text-sm">Leaderboard Rewards</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {value.map((reward, place) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index.
            key={place}
            ref={place === 0 ? ref : undefined}
            label={`Place ${place + 1}`}
            inputMode="numeric"
            value={reward}
            onChange={({ target }) => onChange(value.map((old, at) => (at === place ? target.value : old)))}
          />
        ))}
      </div>
      {fault && <FieldError>{fault}</FieldError>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num text-muted text-sm" role="status">
          {plural(rewards.length, 'place')}, {formatAmount(total)} {currency} in all. Fields without a number
          are skipped.
        </p>
        <Button size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={addPlace}>
          Add a place
        </Button>
      </div>
    </fieldset>
  );
}
