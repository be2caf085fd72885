// SPDX-License-Identifier: Apache-2.0

import type { TableAddress } from '../../lib/table-address.ts';
import { TextField } from '../../ui/field.tsx';
import { X } from '../../ui/icons/x.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { SelectField } from '../../ui/select.tsx';
import { auditActions } from './actions.ts';
import type { AuditFilter } from './api.ts';

export const filterNames = ['actor', 'action', 'subject', 'from', 'until'] as const;
type AuditAddress = TableAddress<'createdAt'>;

/** The filter in the address; days are in the reader's time zone, and the last one is included. */
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

/** "2026-11-20" -> when that day, or `daysLater` days after it, begins here. Not a day -> undefined. */
function startOfDay(day: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** Search and filters, kept in the address. `getName` gives an administrator's name, from the entries. */
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
  const actions = action && !auditActions.includes(action) ? [action, ...auditActions] : auditActions;
  return (
    <>
      <SearchBox
        label="Search the audit log"
        placeholder="Search Here.."
        className="min-w-0 grow basis-64 self-end lg:max-w-96"
        value={address.search}
        onChange={(search) => change({ search })}
      />
      <SelectField
        label="Action"
        hidesLabel
        isCompact
        className="min-w-0 grow basis-48 self-end max-sm:basis-full lg:grow-0"
        value={action}
        onChange={({ target }) => change({ action: target.value })}
      >
        <option value="">All actions</option>
        {actions.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <DayField label="From" value={choice('from')} onChange={(from) => change({ from })} />
      <DayField label="Until" value={choice('until')} onChange={(until) => change({ until })} />
      {(actor || subject) && (
        <div className="flex flex-wrap gap-2 self-end">
          {actor && <Narrowed to={`By ${getName(actor)}`} onRemove={() => change({ actor: undefined })} />}
          {subject && <Narrowed to={subject} onRemove={() => change({ subject: undefined })} />}
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
      className="min-w-0 grow basis-36 grid-cols-1 lg:grow-0 lg:basis-44 [&_input]:min-h-11! [&_input]:min-w-0 [&_input]:px-3"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A filter that was set from an entry, and the button that removes it. */
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
