// SPDX-License-Identifier: Apache-2.0

import { useSearchParams } from 'react-router';
import { type Comparison, comparisonFault } from '../../../contract/overview-admin.ts';
import { Choices } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { type ChosenSpan, firstComparison, firstPreset, presets } from './span.ts';

/** Chooses the days of the figures, stored in the address. */
export function SpanBar({ chosen, compare }: { chosen: ChosenSpan; compare: Comparison }) {
  const [address, setAddress] = useSearchParams();
  function change(changes: Partial<Record<'span' | 'from' | 'to' | 'compare', string | null>>): void {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: true, preventScrollReset: true });
  }
  const choose = (changed: Partial<Record<'from' | 'to', string>>) =>
    change({ span: null, from: chosen.from, to: chosen.to, ...changed });
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <Choices
        label="Time"
        choices={presets}
        selected={chosen.preset ?? ''}
        onSelect={(preset) => change({ span: preset === firstPreset ? null : preset, from: null, to: null })}
      />
      <div className="grid gap-3 min-[23rem]:grid-cols-2 max-sm:w-full sm:grid-cols-[auto_auto_15rem]">
        <TextField
          label="From"
          type="date"
          className="min-w-0 grid-cols-1 [&_input]:px-3"
          value={chosen.from}
          max={chosen.to}
          error={chosen.fault || undefined}
          onChange={({ target }) => choose({ from: target.value })}
        />
        <TextField
          label="To (UTC days)"
          type="date"
          className="min-w-0 grid-cols-1 [&_input]:px-3"
          value={chosen.to}
          min={chosen.from}
          onChange={({ target }) => choose({ to: target.value })}
        />
        <SelectField
          label="Compare with"
          className="min-w-0 min-[23rem]:max-sm:col-span-2"
          value={compare}
          onChange={({ target }) =>
            change({ compare: target.value === firstComparison ? null : target.value })
          }
        >
          <option value="previous">The days before</option>
          <option value="month" disabled={!chosen.fault && comparisonFault(chosen, 'month') !== undefined}>
            Same days last month
          </option>
          <option value="none">Nothing</option>
        </SelectField>
      </div>
    </div>
  );
}
