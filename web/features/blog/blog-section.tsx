// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { ArticleCarousel } from './article-carousel.tsx';
import { type Article, type Filter, filtered } from './articles.ts';
import { CategoryFilter } from './category-filter.tsx';

/** The blog on the home page (product specification, section 2.6). */
export function BlogSection({ list }: { list: readonly Article[] }) {
  const [filter, setFilter] = useState<Filter>('All');
  return (
    <section
      id="blogs"
      aria-labelledby="blogs-title"
      className="wrap anchored grid gap-7 py-14 sm:py-18 [&>*]:min-w-0"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="blogs-title" className="text-3xl sm:text-4xl">
            Blogs
          </h2>
          <p className="mt-2 text-muted">Guides, pro tips and research for people who play to win.</p>
        </div>
        <ButtonLink to="/blogs" size="sm">
          All articles
        </ButtonLink>
      </header>
      <CategoryFilter selected={filter} onSelect={setFilter} />
      {/* The key resets the carousel when the filter changes. */}
      <ArticleCarousel key={filter} articles={filtered(list, filter)} />
    </section>
  );
}
