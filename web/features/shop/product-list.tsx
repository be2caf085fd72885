// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getMessage } from '../../lib/api.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { RefreshCw } from '../../ui/icons/refresh-cw.ts';
import { DollarsExplained } from '../../ui/in-dollars.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { giftCardsQuery } from './api.ts';
import { useCartItems } from './cart-store.ts';
import { ProductCard, ProductCardSkeleton, productGrid } from './product-card.tsx';
import { ProductFilters } from './product-filters.tsx';
import {
  getAddress,
  getResults,
  getTypes,
  isFiltered,
  type ProductSearch,
  type Results,
  searchFromAddress,
} from './product-search.ts';

/** The number of cards visible at first: one row of the widest grid. */
const eagerCards = 3;

/** The shop (product specification, section 2.8). */
export function ProductList() {
  const { data, error, isFetching, refetch } = useQuery(giftCardsQuery);
  const profile = useQuery(profileQuery);
  const [address, setAddress] = useSearchParams();
  const search = searchFromAddress(address);
  const failure = error ? getMessage(error) : '';
  useFailureToast(error, failure);

  if (!data) {
    return failure ? (
      <ErrorPanel error={error} message={failure} onRetry={() => void refetch()} />
    ) : (
      <ProductListSkeleton />
    );
  }
  const change = (part: Partial<ProductSearch>) =>
    setAddress(getAddress({ ...search, page: 1, ...part }), { preventScrollReset: true });
  const balance = profile.data?.gamerCoins;
  if (search.isAffordable && balance === undefined && !profile.error) return <ProductListSkeleton />;
  const isBalanceMissing = search.isAffordable && balance === undefined;
  const results = getResults(
    data,
    { ...search, isAffordable: search.isAffordable && !isBalanceMissing },
    balance ?? 0,
  );
  return (
    <div className="grid gap-6">
      <ProductFilters search={search} types={getTypes(data, search.type)} onChange={change} />
      <div className="flex min-h-tap flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {results.summary}
        </p>
        <Button
          size="sm"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          busy={isFetching && 'Refreshing...'}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      </div>
      <DollarsExplained className="-mt-4 max-sm:min-h-[2lh]" />
      {failure && (
        <Notice title="Not up to date">
          <FailureText error={error} />
        </Notice>
      )}
      {isBalanceMissing && <BalanceMissing onRetry={() => void profile.refetch()} />}
      {results.total > 0 ? (
        <ProductGrid results={results} />
      ) : (
        <NoProducts search={search} onClear={() => change({ text: '', type: '', isAffordable: false })} />
      )}
      <Pagination
        label="Pages of gift cards"
        page={results.page}
        pages={results.pages}
        to={(page) => ({ search: getAddress({ ...search, page }).toString() })}
      />
    </div>
  );
}

function BalanceMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice title="Couldn’t load your balance">
      <p>Showing all gift cards, at any price.</p>
      <Button size="sm" className="mt-2" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}

function NoProducts({ search, onClear }: { search: ProductSearch; onClear: () => void }) {
  if (!isFiltered(search)) {
    return <EmptyPanel title="No gift cards available." text="New ones appear here." />;
  }
  return (
    <EmptyPanel
      title="No gift card matches"
      text={
        search.isAffordable
          ? 'Try fewer words, another type, or turn off Affordable now.'
          : 'Try fewer words or another type.'
      }
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

function ProductGrid({ results }: { results: Results }) {
  const items = useCartItems();
  return (
    <ul className={productGrid}>
      {results.shown.map((card, place) => (
        <ProductCard
          key={card._id}
          card={card}
          inCart={items?.find(({ _id }) => _id === card._id)?.quantity ?? 0}
          isEager={place < eagerCards}
        />
      ))}
    </ul>
  );
}

function ProductListSkeleton() {
  return (
    <Loading label="Loading gift cards..." className="grid gap-6">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-[1fr_12rem_14rem]">
        <Skeleton className="h-18.5 col-span-2 lg:col-span-1" />
        <Skeleton className="h-18.5" />
        <Skeleton className="h-18.5" />
        <Skeleton className="col-span-full h-8 w-40" />
      </div>
      <Skeleton className="h-tap w-56" />
      <div className={productGrid}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </Loading>
  );
}
