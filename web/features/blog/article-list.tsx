// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useHydrated } from '../../lib/session.ts';
import { ArticleCard } from './article-card.tsx';
import { type Article, type Filter, filtered, filters } from './articles.ts';
import { CategoryFilter } from './category-filter.tsx';

const parameter = 'category';
const inAddress = (filter: Filter) => filter.toLowerCase().replace(' ', '-');

/** All articles, or one category, which the address stores (`?category=pro-tips`). */
export function ArticleList({ list }: { list: readonly Article[] }) {
  const [search, setSearch] = useSearchParams();
  // The prerendered page doesn't know the query. It contains all articles, hidden while the address has a filter
  // (early-script.ts).
  const isHydrated = useHydrated();
  const asked = isHydrated ? search.get(parameter) : null;
  const selected = filters.find((filter) => inAddress(filter) === asked) ?? 'All';
  const select = (filter: Filter) =>
    setSearch(filter === 'All' ? {} : { [parameter]: inAddress(filter) }, {
      replace: true,
      preventScrollReset: true,
    });
  useEffect(() => {
    if (isHydrated) delete document.documentElement.dataset.narrowed;
  }, [isHydrated]);
  return (
    <div className="grid gap-7">
      <CategoryFilter selected={selected} onSelect={select} />
      <ul
        aria-label="Articles"
        className="grid gap-4.5 in-data-narrowed:invisible sm:grid-cols-2 lg:grid-cols-3"
      >
        {filtered(list, selected).map((article, place) => (
          <li key={article.slug}>
            <ArticleCard article={article} level="h2" isEager={place === 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}
