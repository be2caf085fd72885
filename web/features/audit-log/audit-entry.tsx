// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AuditEntry } from '../../../contract/audit-admin.ts';
import { type Difference, differences } from '../../lib/differences.ts';
import { pathWords, subjectWords } from '../../lib/field-words.ts';
import { userAddress } from '../../lib/user-address.ts';
import { Button } from '../../ui/button.tsx';
import { Differences } from '../../ui/differences.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { When } from '../../ui/narrow-time.tsx';
import { Badge } from '../../ui/status.tsx';
import { sayAction } from './actions.ts';

/** One entry: who did what and when. Expanded, it also shows the changed values, the reason and the address. */
export function AuditEntryRow({
  entry,
  onNarrow,
}: {
  entry: AuditEntry;
  onNarrow: (changes: Record<string, string>) => void;
}) {
  const { actor, action, subject, reason, address, createdAt } = entry;
  const changed = differences(entry.before, entry.after);
  return (
    <li className="border-line-soft border-b last:border-b-0">
      <details className="group">
        <summary className="focus-inside flex cursor-pointer list-none items-start gap-3 px-3 py-3 text-sm transition-colors duration-100 hover:bg-ink-2 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={18}
            aria-hidden="true"
            className="mt-0.5 shrink-0 text-muted transition-transform duration-100 group-open:rotate-90"
          />
          <span className="grid min-w-0 flex-1 gap-x-5 gap-y-1 lg:grid-cols-[10.5rem_11rem_15rem_minmax(0,1fr)]">
            <When time={createdAt} className="text-muted" />
            <span className="min-w-0 truncate font-semibold">{actor.name}</span>
            <span>
              <Badge tone="storm">{sayAction(action)}</Badge>
            </span>
            <span className="min-w-0 break-words">
              {summary(changed)}
              {reason && <span className="text-muted"> “{reason}”</span>}
            </span>
          </span>
        </summary>
        <div className="grid gap-5 bg-ink-1 px-5 py-5 text-sm sm:px-10">
          <dl className="grid gap-x-10 gap-y-2 sm:grid-cols-2">
            <Fact label="By">
              {actor.name} ({actor.email})
            </Fact>
            <Fact label="Subject">
              <Subject subject={subject} />
            </Fact>
            <Fact label="Address">{address || 'Not known'}</Fact>
            <Fact label="Reason">{reason || 'None given'}</Fact>
          </dl>
          <Differences changed={changed} />
          <div className="flex flex-wrap gap-2.5">
            <Button size="sm" onClick={() => onNarrow({ actor: actor._id })}>
              Only by {actor.name}
            </Button>
            <Button size="sm" onClick={() => onNarrow({ action })}>
              Only “{sayAction(action)}”
            </Button>
            <Button size="sm" onClick={() => onNarrow({ subject })}>
              Only this subject
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}

const maxNamed = 4;

function summary(changed: readonly Difference[]): string {
  const names = changed.slice(0, maxNamed).map(({ field }) => pathWords(field));
  const more = changed.length - names.length;
  return names.join('; ') + (more > 0 ? ` and ${more} more` : '');
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4">
      <dt className="w-18 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function Subject({ subject }: { subject: string }) {
  const [kind, id] = subject.split(':');
  if (kind !== 'user' || !id) return <span className="break-all">{subjectWords(subject)}</span>;
  return (
    <Link
      to={userAddress(id)}
      className="break-all text-storm-soft underline underline-offset-4 hover:text-text"
    >
      {subjectWords(subject)}
    </Link>
  );
}
