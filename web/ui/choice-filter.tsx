// SPDX-License-Identifier: Apache-2.0

import type { TableAddress } from '../lib/table-address.ts';
import { SelectField } from './select.tsx';

/** A filter next to a list's search, stored in its address. */
export function ChoiceFilter<Sort extends string>({
  address,
  name,
  label,
  all,
  choices,
}: {
  address: TableAddress<Sort>;
  /** Its name in the address. */
  name: string;
  label: string;
  /** The choice that shows everything. */
  all: string;
  choices: readonly (readonly [value: string, words: string])[];
}) {
  const chosen = choices.find(([value]) => value === address.choice(name));
  return (
    <SelectField
      label={label}
      hidesLabel
      isCompact
      className="min-w-0 grow lg:min-w-40 lg:max-w-64 lg:grow-0 lg:basis-auto"
      value={chosen?.[0] ?? ''}
      onChange={({ target }) => address.change({ [name]: target.value })}
    >
      <option value="">{all}</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
