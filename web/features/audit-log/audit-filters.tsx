// SPDX-License-Identifier: Apache-2.0

import { subjectWords } from '../../lib/field-words.ts';
import type { TableAddress } from '../../lib/table-address.ts';
import { TextField } from '../../ui/field.tsx';
import { X } from '../../ui/icons/x.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { SelectField } from '../../ui/select.tsx';
import { actionWords, sayAction } from './actions.ts';
import type { AuditFilter } from './api.ts';

export const filterNames = ['actor', 'action', 'subject', 'from', 'until'] as const;
type AuditAddress = TableAddress<'createdAt'>;

/** The filter in the address. Days are in the administrator's time zone, and the last day is included. */
export function toFilter({ search, choice }: Pick<AuditAddress, 'search' | 'choice'>): AuditFilter {
  const from = startOfDay(choice('from'));
  const until = startOfDay(choice('until'), 1);
  return {
    ...(search && { search }),
    ...(choice('actor') && { actor: choice('actor') }),
    ...(choice('action') && { action: choice('action') }),
    ...(choice('subject') && { subject: choice('subject') }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

/**
 * "2026-11-20" -> the start of that day (or of the day `daysLater` days later) in the local time zone; not a day ->
 * undefined.
 */
function startOfDay(day: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** Search and filters, stored in the address. `getName` finds an administrator's name among the entries. */
export function AuditFilters({
  address,
  getName,
}: {
  address: AuditAddress;
  getName: (actor: string) => string;
}) {
  const { choice, change } = address;
  const action = choice('action');
  const actor = choice('actor');
  const subject = choice('subject');
  const actions = [...new Set([...Object.keys(actionWords), ...(action ? [action] : [])])];
  return (
    <>
      <SearchBox
        label="Search the audit log"
        placeholder="Search Here.."
        className="min-w-0 grow basis-64 lg:max-w-96"
        value={address.search}
        onChange={(search) => change({ search })}
      />
      <SelectField
        label="Action"
        hidesLabel
        isCompact
        className="min-w-0 grow basis-48 max-sm:basis-full lg:grow-0"
        value={action}
        onChange={({ target }) => change({ action: target.value })}
      >
        <option value="">All actions</option>
        {actions
          .map((name) => [sayAction(name), name] as const)
          .sort(([one], [other]) => one.localeCompare(other))
          .map(([words, name]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
      </SelectField>
      <DayField label="From" value={choice('from')} onChange={(from) => change({ from })} />
      <DayField label="Until" value={choice('until')} onChange={(until) => change({ until })} />
      {(actor || subject) && (
        <div className="flex flex-wrap gap-2">
          {actor && <Narrowed to={`By ${getName(actor)}`} onRemove={() => change({ actor: undefined })} />}
          {subject && <Narrowed to={subjectWords(subject)} onRemove={() => change({ subject: undefined })} />}
        </div>
      )}
    </>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <TextField
      label={label}
      type="date"
      className="min-w-0 grow grid-cols-[auto_minmax(0,1fr)] items-center lg:grow-0 [&_input]:min-h-11! [&_input]:min-w-0 [&_input]:px-3"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A filter set from an entry, with a button to remove it. */
function Narrowed({ to, onRemove }: { to: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="cut cut-sm focus-inside inline-flex min-h-11 min-w-0 items-center gap-2 bg-storm-deep px-3.5 font-display font-semibold text-sm text-storm-soft hover:text-text"
    >
      <span className="sr-only">Show more than: </span>
      <span className="break-all">{to}</span>
      <X size={16} className="shrink-0" aria-hidden="true" />
    </button>
  );
}
