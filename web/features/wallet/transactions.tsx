// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { HistoryType, Statement } from '../../../contract/wallet.ts';
import { getMessage } from '../../lib/api.ts';
import { fetchOlder } from '../../lib/fetch-older.ts';
import { formatAmount } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { statementQuery } from './api.ts';
import { breakdownRows } from './breakdown.ts';
import { History } from './history.tsx';
import { HistoryTools, historyTypeFrom } from './history-tools.tsx';

const tabNames = ['transactions', 'breakdown', 'history'] as const;
type TabName = (typeof tabNames)[number];

/**
 * The statement in three tabs (product specification, section 2.13), history first. The address stores tab and type.
 */
export function Transactions() {
  const [search, setSearch] = useSearchParams();
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'history';
  const type = tab === 'history' ? historyTypeFrom(search.get('type')) : undefined;
  const statement = useInfiniteQuery(statementQuery(type));
  const { data, error } = statement;
  const failure = error && !data ? getMessage(error) : '';
  useFailureToast(failure ? error : null, 'Failed to fetch transactions');

  function show(next: TabName, nextType?: HistoryType): void {
    const address = { ...(next !== 'history' && { tab: next }), ...(nextType && { type: nextType }) };
    setSearch(address, { replace: true, preventScrollReset: true });
  }

  if (failure) {
    return (
      <ErrorPanel
        error={error}
        message={`Error loading transactions: ${failure}`}
        onRetry={() => void statement.refetch()}
      />
    );
  }
  const summary = data?.pages[0]?.summary;
  if (!summary) return <TransactionsSkeleton />;
  const entries = data.pages.flatMap((page) => page.history);
  const contents: Record<TabName, ReactNode> = {
    transactions: <Summary summary={summary} />,
    breakdown: <Breakdown summary={summary} />,
    history: (
      <>
        <HistoryTools type={type} onType={(next) => show('history', next)} isEmpty={entries.length === 0} />
        <History
          entries={entries}
          isFiltered={type !== undefined}
          isStale={statement.isPlaceholderData}
          hasOlder={statement.hasNextPage}
          isLoadingOlder={statement.isFetchingNextPage}
          onOlder={() => void fetchOlder(statement)}
          onShowAll={() => show('history')}
        />
      </>
    ),
  };
  return (
    <Tabs
      label="Transactions"
      value={tab}
      onChange={(next) => show(next as TabName)}
      tabs={tabNames.map((name) => ({
        value: name,
        label: name.charAt(0).toUpperCase() + name.slice(1),
        content: contents[name],
      }))}
    />
  );
}

function Summary({ summary }: { summary: Statement['summary'] }) {
  return (
    <Stats className="max-[22rem]:grid-cols-1 lg:grid-cols-4">
      <Stat label="Total Spent" hint="All coins that left your wallet">
        <Coins amount={summary.totalSpent} size={22} />
      </Stat>
      <Stat label="Total Earned" hint={describeEarned(summary.breakdown.coinPurchase)}>
        <Coins amount={summary.totalEarned} size={22} />
      </Stat>
      <Stat label="Net Balance" hint="What is in your wallet">
        <Coins amount={summary.netBalance} size={22} />
      </Stat>
      <Stat label="Total Transactions" hint="Coin movements only, without XP or tokens">
        {formatAmount(summary.totalTransactions)}
      </Stat>
    </Stats>
  );
}

/** The sum includes all incoming coins, so this says how many were bought. */
function describeEarned(bought: number): string {
  return bought > 0 ? `${formatAmount(bought)} of it bought` : 'All coins that came in, refunds included';
}

function Breakdown({ summary }: { summary: Statement['summary'] }) {
  return (
    <dl className="grid text-sm">
      {breakdownRows(summary.breakdown).map(({ part, name, amount, share }) => (
        <div
          key={part}
          className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 border-line-soft border-b py-3 sm:grid-cols-[11rem_1fr_8rem]"
        >
          <dt className={amount === 0 ? 'text-muted' : 'font-medium'}>{name}</dt>
          <dd aria-hidden="true" className="h-2 bg-ink-2 max-sm:order-3 max-sm:col-span-2">
            <div
              className={amount < 0 ? 'h-full bg-storm' : 'h-full bg-gold'}
              style={{ width: `${share * 100}%` }}
            />
          </dd>
          <dd className="text-right">
            <Coins
              amount={amount}
              signed
              size={16}
              className={amount === 0 ? 'text-muted! [&_svg]:opacity-50' : 'text-base'}
            />
          </dd>
        </div>
      ))}
      <div className="flex items-center justify-between gap-4 py-4">
        <dt>
          <span className="block font-display font-semibold text-base">Net Balance</span>
          <span className="text-muted">The sum of all parts</span>
        </dt>
        <dd>
          <Coins amount={summary.netBalance} size={20} className="text-lg" />
        </dd>
      </div>
    </dl>
  );
}

function TransactionsSkeleton() {
  return (
    <Loading label="Loading transactions..." className="grid gap-6">
      <Skeleton className="h-12 max-w-90" />
      <Skeleton className="h-18.5 sm:max-w-64" />
      <div className="grid gap-3">
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <Skeleton key={place} className="h-12" />
        ))}
      </div>
    </Loading>
  );
}
