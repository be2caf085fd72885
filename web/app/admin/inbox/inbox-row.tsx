// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { formatTimeLeft } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/status.tsx';
import type { Deed } from '../../../ui/waiting-work.ts';
import { type InboxRow, inboxKinds } from './all-waiting.ts';

/** A row for any kind of work: what it is about, why and how long it has waited, and the actions. */
export function InboxRowView({ row, onDeed }: { row: InboxRow; onDeed: (deed: Deed) => void }) {
  const { kind, title, detail, to, deeds } = row;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-l-2 bg-ink-2 px-3 py-2.5 focus-within:border-gold sm:px-4 lg:grid-cols-[6.5rem_minmax(0,1fr)_10rem_12rem]">
      <span className="max-lg:order-1">
        <Badge tone={kind === 'failed' || kind === 'webhooks' ? 'loss' : 'muted'}>
          {inboxKinds[kind].one}
        </Badge>
      </span>
      <span className="grid min-w-0 max-lg:order-3 max-lg:col-span-full">
        <Link to={to} className="w-fit max-w-full truncate font-semibold underline-offset-4 hover:underline">
          {title}
        </Link>
        <span className="truncate text-muted text-sm" title={detail}>
          {detail}
        </span>
      </span>
      <Age row={row} />
      {deeds.length > 0 && (
        <span className="flex flex-wrap gap-2 max-lg:order-4 max-lg:col-span-full lg:justify-end">
          {deeds.map((deed) => (
            <Button
              key={deed.label}
              size="sm"
              aria-label={`${deed.label}: ${title}`}
              onClick={() => onDeed(deed)}
            >
              {deed.label}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}

function Age({ row: { since, dueAt, isOverdue } }: { row: InboxRow }) {
  const now = useNow(true);
  const age = formatTimeLeft(new Date(now), Date.parse(since)) ?? '0 s';
  const due = dueAt && (formatTimeLeft(dueAt, now) ?? formatTimeLeft(new Date(now), Date.parse(dueAt)));
  return (
    <span className="num grid text-sm max-lg:order-2 max-lg:justify-items-end">
      <span>
        <span className="text-muted">Waits </span>
        {age}
      </span>
      {due && (
        <span className={isOverdue ? 'font-semibold text-loss' : 'text-muted'}>
          {isOverdue ? `Overdue by ${due}` : `${due} left`}
        </span>
      )}
    </span>
  );
}
