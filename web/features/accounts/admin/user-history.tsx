// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Attempt } from '../../../../contract/challenges.ts';
import type { UserDetail } from '../../../../contract/users-admin.ts';
import type { HistoryEntry } from '../../../../contract/wallet.ts';
import { getMessage } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { FieldError } from '../../../ui/field.tsx';
import { EmptyPanel, ErrorPanel } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { getAttempts, getPayments, getPurchases, getTransfers, type historyQuery } from './api.ts';
import { sayCount } from './say-count.ts';
import { PaymentTable, PurchaseTable } from './user-buys.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserSessions } from './user-sessions.tsx';

/** Parts of other features. */
export interface HistoryParts {
  attempts: (attempts: readonly Attempt[]) => ReactNode;
  transfers: (entries: readonly HistoryEntry[]) => ReactNode;
  /** The user's statement, limits and pauses. */
  play: (id: string) => ReactNode;
  /** Actions on a purchase. */
  purchaseActions: (purchase: UserDetail['purchases'][number], user: UserDetail['user']) => ReactNode;
}

/** A user's history by kind. The address stores the chosen kind. */
export function UserHistory({ detail, parts }: { detail: UserDetail; parts: HistoryParts }) {
  const [address, setAddress] = useSearchParams();
  const { user, totals } = detail;
  const id = user._id;
  const tabs = [
    {
      value: 'attempts',
      label: `Attempts (${sayCount(totals.attempts)})`,
      content: <OlderPages query={getAttempts(id)} what="attempts" show={parts.attempts} />,
    },
    {
      value: 'purchases',
      label: `Purchases (${sayCount(totals.purchases)})`,
      content: (
        <OlderPages
          query={getPurchases(id)}
          what="purchases"
          show={(purchases) => (
            <PurchaseTable purchases={purchases} actions={(each) => parts.purchaseActions(each, user)} />
          )}
        />
      ),
    },
    {
      value: 'payments',
      label: `Payments (${sayCount(totals.payments)})`,
      content: (
        <OlderPages
          query={getPayments(id)}
          what="payments"
          show={(payments) => <PaymentTable payments={payments} />}
        />
      ),
    },
    {
      value: 'transfers',
      label: 'Transfers',
      content: <OlderPages query={getTransfers(id)} what="transfers" show={parts.transfers} />,
    },
    { value: 'sessions', label: 'Sessions', content: <UserSessions sessions={detail.sessions} /> },
    { value: 'play', label: 'Play', content: parts.play(id) },
    { value: 'notes', label: 'Notes', content: <UserNotes id={id} notes={detail.notes} /> },
  ];
  const chosen = tabs.find(({ value }) => value === address.get('tab')) ?? tabs[0];
  return (
    <Tabs
      label="History"
      tabs={tabs}
      value={chosen?.value ?? ''}
      onChange={(tab) =>
        setAddress(tab === 'attempts' ? {} : { tab }, { replace: true, preventScrollReset: true })
      }
    />
  );
}

/** One kind of history, newest first, page by page. */
function OlderPages<Entry>({
  query,
  what,
  show,
}: {
  query: ReturnType<typeof historyQuery<Entry>>;
  what: string;
  show: (entries: readonly Entry[]) => ReactNode;
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(query);
  useFailureToast(error, getMessage(error));
  const entries = data?.pages.flatMap(({ list }) => list);
  if (!entries) {
    return error ? (
      <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Loading label={`Loading ${what}...`} className="grid gap-2">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-12" />
        ))}
      </Loading>
    );
  }
  if (entries.length === 0) return <EmptyPanel title={`No ${what} found`} level="h3" />;
  return (
    <div className="grid gap-5">
      {show(entries)}
      {error && (
        <FieldError>
          <FailureText error={error} />
        </FieldError>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage && 'Loading...'}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </div>
  );
}
