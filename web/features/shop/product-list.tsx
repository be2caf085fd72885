import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import type { GiftCard } from '../../../contract/shop.ts';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { giftCardsQuery } from './api.ts';
import { useCartChange, useCartItems } from './cart-store.ts';
import { ProductCard, ProductCardSkeleton } from './product-card.tsx';
import { ProductFilters } from './product-filters.tsx';
import {
  addressOf,
  isFiltered,
  type ProductSearch,
  type Results,
  resultsOf,
  searchFromAddress,
  typesOf,
} from './product-search.ts';

const grid = 'grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3';
/** As many as are on the screen at first sight: one row of the widest grid. */
const eagerCards = 3;

/** The shop (product specification, section 2.8). */
export function ProductList() {
  const { data, error, isFetching, refetch } = useQuery(giftCardsQuery);
  const [address, setAddress] = useSearchParams();
  const search = searchFromAddress(address);
  const failure = error ? messageOf(error) || 'Something went wrong' : '';
  useFailureToast(error, failure);

  if (!data) {
    return failure ? (
      <ErrorPanel error={error} message={failure} onRetry={() => void refetch()} />
    ) : (
      <ProductListSkeleton />
    );
  }
  const change = (part: Partial<ProductSearch>) =>
    setAddress(addressOf({ ...search, page: 1, ...part }), { preventScrollReset: true });
  const results = resultsOf(data, search);
  return (
    <div className="grid gap-6">
      <ProductFilters search={search} types={typesOf(data, search.type)} onChange={change} />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
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
      {failure && <Notice title="Not up to date">{failure}</Notice>}
      {results.total > 0 ? (
        <ProductGrid results={results} />
      ) : isFiltered(search) ? (
        <EmptyPanel
          title="No gift card matches"
          text="Try fewer words or another type."
          action={<Button onClick={() => change({ text: '', type: '' })}>Clear filters</Button>}
        />
      ) : (
        <EmptyPanel
          title="No gift cards available."
          text="New ones appear here as soon as they are on sale."
        />
      )}
      <Pagination
        label="Pages of gift cards"
        page={results.page}
        pages={results.pages}
        to={(page) => ({ search: addressOf({ ...search, page }).toString() })}
      />
    </div>
  );
}

function ProductGrid({ results }: { results: Results }) {
  const items = useCartItems();
  const changeCart = useCartChange();
  const navigate = useNavigate();

  async function add(card: GiftCard): Promise<boolean> {
    if (!(await changeCart({ type: 'add', card }))) return false;
    notify.doneWith(
      { label: 'View Cart', onPress: () => navigate('/cart') },
      'Added to cart',
      card.title || 'Gift Card',
    );
    return true;
  }
  return (
    <ul className={grid}>
      {results.shown.map((card, place) => (
        <ProductCard
          key={card._id}
          card={card}
          inCart={items?.find(({ _id }) => _id === card._id)?.quantity ?? 0}
          isEager={place < eagerCards}
          onAdd={() => add(card)}
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
      </div>
      <Skeleton className="h-9 w-56" />
      <div className={grid}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <ProductCardSkeleton key={place} />
        ))}
      </div>
    </Loading>
  );
}
