// SPDX-License-Identifier: Apache-2.0

import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { IconButton } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { TextField } from '../../ui/field.tsx';
import { ChevronLeft } from '../../ui/icons/chevron-left.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { booksQuery } from './api.ts';
import { MonthBooks } from './month-books.tsx';
import { addMonths, chosenMonth, monthsBefore, toMonth } from './months.ts';

/** Number of earlier months in the plot. */
const earlierMonths = 5;

/** The books of one month next to the previous month (docs/rules/books.md, 7). */
export function BooksPage() {
  const [address, setAddress] = useSearchParams();
  const month = chosenMonth(address.get('month'), serverNow());
  const { data, error, isPlaceholderData, refetch } = useQuery(booksQuery(month));
  const earlier = useQueries({ queries: monthsBefore(month, earlierMonths).map(booksQuery) });
  const failed = earlier.filter((query) => query.error && !query.data);
  // The first time, everything appears together, because figures of earlier months are mixed with those of the chosen
  // one.
  const isComing = earlier.some((query) => query.isPending && query.errorUpdateCount === 0);
  const [hasShown, setHasShown] = useState(false);
  if (data && !isComing && !hasShown) setHasShown(true);
  const retryEarlier = () => {
    for (const query of failed) void query.refetch();
  };
  useFailureToast(error, getMessage(error));
  const choose = (next: string) =>
    setAddress(next === toMonth(serverNow()) ? {} : { month: next }, {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <MonthBar month={month} onChoose={choose} />
      {data && hasShown ? (
        <div aria-busy={isPlaceholderData} className="transition-opacity duration-150 aria-busy:opacity-60">
          <MonthBooks
            books={data}
            earlier={earlier.flatMap((query) => query.data ?? [])}
            isLoading={earlier.some((query) => query.isPending || query.isPlaceholderData)}
            failure={failed[0]?.error ?? null}
            onRetry={retryEarlier}
          />
        </div>
      ) : error && !data ? (
        <ErrorPanel
          error={error}
          message={getMessage(error)}
          onRetry={() => {
            void refetch();
            retryEarlier();
          }}
        />
      ) : (
        <Loading label="Loading the books..." className="grid gap-6">
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="h-32" />
            ))}
          </div>
          <Skeleton className="h-72" />
        </Loading>
      )}
    </div>
  );
}

function MonthBar({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const present = toMonth(serverNow());
  // While somebody types a year, the field has values such as 0002, which isn't a month of the books.
  const [typed, setTyped] = useState<string>();
  function type(text: string): void {
    const isMonth = chosenMonth(text, serverNow()) === text;
    setTyped(isMonth ? undefined : text);
    if (isMonth) onChoose(text);
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <IconButton label="The month before" onClick={() => onChoose(addMonths(month, -1))}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <TextField
        label="Month (UTC)"
        type="month"
        className="min-w-0 basis-52 grid-cols-1 [&_input]:px-3"
        value={typed ?? month}
        max={present}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton
        label="The month after"
        disabled={month >= present}
        onClick={() => onChoose(addMonths(month, 1))}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
