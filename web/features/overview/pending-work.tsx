// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Overview } from '../../../contract/overview-admin.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { ArrowRight } from '../../ui/icons/arrow-right.ts';
import { Badge } from '../../ui/status.tsx';

interface Work {
  name: keyof Overview['pending'];
  label: string;
  /** Where to do the work, and the required permission; missing if no action is needed. */
  place?: { to: string; permission: Permission };
  /** True for work that should never exist. */
  isUrgent?: boolean;
}

const works: readonly Work[] = [
  {
    name: 'deliveries',
    label: 'Cards to deliver',
    place: { to: '/dashboard/alerts?status=waiting', permission: 'deliveries:read' },
  },
  {
    name: 'overdueDeliveries',
    label: 'Overdue deliveries',
    place: { to: '/dashboard/alerts?status=overdue', permission: 'deliveries:read' },
    isUrgent: true,
  },
  {
    name: 'runningAttempts',
    label: 'Running attempts',
    place: { to: '/dashboard/challenges?view=attempts&status=RUNNING', permission: 'challenges:read' },
  },
  // Open payments settle on their own.
  { name: 'openPayments', label: 'Open payments' },
  {
    name: 'referralsInReview',
    label: 'Referrals in review',
    place: { to: '/dashboard/referrals', permission: 'users:read' },
  },
  {
    name: 'lowStockCards',
    label: 'Cards low in stock',
    place: { to: '/dashboard', permission: 'gift-cards:read' },
    isUrgent: true,
  },
  // Paid as daily limits allow. Raising today's limit (below) pays them sooner.
  {
    name: 'rewardsWaiting',
    label: 'Rewards waiting for room',
    place: { to: '/dashboard/events', permission: 'events:read' },
    isUrgent: true,
  },
  // These players see on their profile what to do.
  { name: 'mailRefused', label: 'Players with bouncing mail' },
];

/**
 * Waiting work, independent of the chosen days. Each entry links to the place to do it, if there is one. On phones, kinds
 * without any are left out, so that the figures and the work share the first screen.
 * @param next the most urgent of it
 */
export function PendingWork({ pending, next }: { pending: Overview['pending']; next: ReactNode }) {
  const may = usePermissions();
  return (
    <section aria-labelledby="pending" className="grid gap-3">
      <h2 id="pending" className="text-xl">
        Pending work
      </h2>
      <ul className="grid gap-x-6 bg-ink-1 px-3 py-1.5 sm:grid-cols-2 xl:grid-cols-4">
        {works.every(({ name }) => pending[name] === 0) && (
          <li className="flex min-h-11 items-center px-2 text-muted text-sm sm:hidden">Nothing waits.</li>
        )}
        {works.map((work) => (
          <li key={work.name} className={cx(pending[work.name] === 0 && 'max-sm:hidden')}>
            <WorkLine
              work={work}
              count={pending[work.name]}
              to={work.place && may(work.place.permission) ? work.place.to : undefined}
            />
          </li>
        ))}
      </ul>
      {next}
    </section>
  );
}

function WorkLine({ work, count, to }: { work: Work; count: number; to: string | undefined }) {
  const className = cx('flex min-h-11 items-center gap-2 px-2 text-sm', count === 0 && 'text-muted');
  const content = (
    <>
      <span className="min-w-0 wrap-anywhere">{work.label}</span>
      {work.isUrgent && count > 0 && <Badge tone="loss">Check</Badge>}
      <span className={cx('num ml-auto', count > 0 && 'text-lg')}>{formatAmount(count)}</span>
      {/* Keeps the numbers in line whether or not they lead somewhere. */}
      <span className="w-4 shrink-0 text-muted">{to && <ArrowRight size={16} aria-hidden="true" />}</span>
    </>
  );
  return to ? (
    <Link
      to={to}
      className={cx(className, 'focus-inside transition-colors duration-100 hover:bg-ink-3 active:bg-ink-1')}
    >
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  );
}
