// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { cx } from '../../../lib/class-names.ts';
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
      <span className={cx('grid min-w-0 max-lg:order-3', deeds.length === 0 && 'max-lg:col-span-full')}>
        <Link
          to={to}
          className="w-fit max-w-full font-semibold underline-offset-4 hover:underline max-lg:line-clamp-3 lg:truncate"
        >
          {title}
        </Link>
        <span className="text-muted text-sm max-lg:line-clamp-2 lg:truncate" title={detail}>
          {detail}
        </span>
      </span>
      <Age row={row} />
      {deeds.length > 0 && (
        <span className="flex flex-wrap justify-end gap-2 max-lg:order-4 max-sm:max-w-28">
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
