// SPDX-License-Identifier: Apache-2.0

import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Comparison, comparisonFault } from '../../../contract/overview-admin.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDay } from '../../lib/format.ts';
import { Choices } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { CalendarDays } from '../../ui/icons/calendar-days.ts';
import { ChevronDown } from '../../ui/icons/chevron-down.ts';
import { SelectField } from '../../ui/select.tsx';
import { type ChosenSpan, firstComparison, firstPreset, presets } from './span.ts';

/** On phones "Last" is only for screen readers, so that the choices fit into one line. */
const shortPresets = presets.map(({ value, label }) => ({
  value,
  label: (
    <>
      <span className="max-sm:sr-only">Last </span>
      {label.replace('Last ', '')}
    </>
  ),
}));
/** The dash between the two days stands for their labels. */
const dayClass =
  'min-w-0 grid-cols-1 max-sm:grow [&_input]:min-h-11 [&_input]:px-3 [&_input]:text-[0.9375rem] [&_label]:sr-only';

/** Chooses the days of the figures, stored in the address. On phones folded into a line that names them. */
export function SpanBar({ chosen, compare }: { chosen: ChosenSpan; compare: Comparison }) {
  const [address, setAddress] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isShown = isOpen || chosen.fault !== '';
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
  const name =
    presets.find(({ value }) => value === chosen.preset)?.label ??
    `${formatDay(chosen.from)} to ${formatDay(chosen.to)}`;
  return (
    <div className="grid gap-3">
      {!chosen.fault && (
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 border border-line px-3.5 text-left text-sm hover:bg-ink-2 sm:hidden"
        >
          <CalendarDays size={16} aria-hidden="true" className="text-muted" />
          <span className="sr-only">Days: </span>
          {name}
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={cx('ml-auto text-muted', isShown && 'rotate-180')}
          />
        </button>
      )}
      <div
        id={id}
        className={cx(
          'flex flex-wrap items-center justify-between gap-x-6 gap-y-3',
          !isShown && 'max-sm:hidden',
        )}
      >
        <Choices
          label="Time"
          choices={shortPresets}
          selected={chosen.preset ?? ''}
          onSelect={(preset) =>
            change({ span: preset === firstPreset ? null : preset, from: null, to: null })
          }
        />
        <div className="flex flex-wrap items-start gap-x-2 gap-y-3 max-sm:w-full">
          <TextField
            label="From"
            type="date"
            className={dayClass}
            value={chosen.from}
            max={chosen.to}
            error={chosen.fault || undefined}
            onChange={({ target }) => choose({ from: target.value })}
          />
          <span aria-hidden="true" className="text-muted leading-11">
            –
          </span>
          <TextField
            label="To (UTC days)"
            type="date"
            className={dayClass}
            value={chosen.to}
            min={chosen.from}
            onChange={({ target }) => choose({ to: target.value })}
          />
          <span aria-hidden="true" className="text-muted text-sm leading-11">
            UTC
          </span>
          <SelectField
            label="Compare with"
            isCompact
            className="min-w-0 grow grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 sm:ml-1 [&_label]:font-normal [&_label]:text-muted"
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
    </div>
  );
}
