// SPDX-License-Identifier: Apache-2.0

import type { Ref } from 'react';
import { deeds, type Trigger, triggers } from '../../../../contract/triggers.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldError } from '../../../ui/field.tsx';

/** A promotion's triggers. ACTIVITY_WEEKLY can't be combined: choosing it removes the others, and vice versa. */
export function TriggersField({
  value,
  onChange,
  error,
  ref,
}: {
  value: readonly Trigger[];
  onChange: (value: Trigger[]) => void;
  error: string | undefined;
  ref: Ref<HTMLFieldSetElement>;
}) {
  function choose(trigger: Trigger, isChosen: boolean): void {
    if (!isChosen) onChange(value.filter((other) => other !== trigger));
    else if (trigger === 'ACTIVITY_WEEKLY') onChange([trigger]);
    else onChange([...value.filter((other) => other !== 'ACTIVITY_WEEKLY'), trigger]);
  }
  return (
    <fieldset ref={ref} tabIndex={-1} className="grid gap-1.5 outline-none">
      <legend className="mb-1.5 font-medium text-sm">Triggers</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {triggers.map((trigger) => (
          <Checkbox
            key={trigger}
            checked={value.includes(trigger)}
            onChange={(isChosen) => choose(trigger, isChosen)}
          >
            <span className="block break-all font-medium">{trigger}</span>
            <span className="block text-muted">
              {deeds[trigger]}
              {trigger === 'ACTIVITY_WEEKLY' && '. Goes alone'}
            </span>
          </Checkbox>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  );
}
