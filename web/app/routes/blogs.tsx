// SPDX-License-Identifier: Apache-2.0

import { ArticleList } from '../../features/blog/article-list.tsx';
import { articles } from '../../features/blog/articles.ts';
import { Page } from '../../ui/page.tsx';
import { brandName } from '../brand.ts';
import { pageMeta } from '../page-meta.ts';

export const meta = () => [
  ...pageMeta({
    title: 'Blogs',
    description: 'Guides, pro tips and research for people who play to win.',
    path: '/blogs',
  }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: `${brandName} blog`,
    href: '/feed.xml',
  },
];

export default function BlogsPage() {
  return (
    <Page title="Blogs" intro="Guides, pro tips and research for people who play to win.">
      <ArticleList list={articles(brandName)} />
    </Page>
  );
}
