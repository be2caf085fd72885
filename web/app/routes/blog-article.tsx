// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useLocation,
  useNavigationType,
  useParams,
  useRouteError,
} from 'react-router';
import { ArticleNotFound } from '../../features/blog/article-not-found.tsx';
import { ArticlePage } from '../../features/blog/article-page.tsx';
import { pictureAddress } from '../../features/blog/article-picture.tsx';
import { articleText } from '../../features/blog/article-text.server.ts';
import { type Article, articles } from '../../features/blog/articles.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { brandName, pageTitle } from '../brand.ts';
import { pageMeta } from '../page-meta.ts';

const list = articles(brandName);
const articleAt = (slug: string | undefined) => list.find((article) => article.slug === slug);
const noArticle = () => data(null, { status: 404 });

/** Runs during the build. A browser that navigates here fetches the stored result. */
export function loader({ params }: LoaderFunctionArgs) {
  const text = articleText(params.slug ?? '', brandName);
  if (!text) throw noArticle();
  return text;
}

/** Handles unknown addresses without a request, since they have no file to fetch. */
export async function clientLoader({
  params,
  serverLoader,
}: {
  params: { slug?: string };
  serverLoader: () => Promise<ReturnType<typeof loader>>;
}) {
  if (!articleAt(params.slug)) throw noArticle();
  return serverLoader();
}

export const meta: MetaFunction = ({ params }) => {
  const article = articleAt(params.slug);
  if (!article) return [{ title: pageTitle('Article Not Found') }, { name: 'robots', content: 'noindex' }];
  const { slug, title, excerpt, publishedOn } = article;
  return [
    ...pageMeta({
      title,
      description: excerpt,
      path: `/blog/${slug}`,
      image: `/og/${slug}.jpg`,
      type: 'article',
    }),
    { property: 'article:published_time', content: publishedOn },
    { 'script:ld+json': structuredData(article) },
  ];
};

/** Structured data for search engines (schema.org). */
function structuredData({ slug, title, excerpt, category, readMinutes, publishedOn, author, tags }: Article) {
  const publisher = {
    '@type': 'Organization',
    name: brandName,
    url: publicAddress,
    logo: `${publicAddress}/icon-512.png`,
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    mainEntityOfPage: `${publicAddress}/blog/${slug}`,
    headline: title,
    description: excerpt,
    image: `${publicAddress}${pictureAddress(slug)}`,
    datePublished: publishedOn,
    dateModified: publishedOn,
    author: { '@type': 'Organization', name: author },
    publisher,
    articleSection: category,
    keywords: [...tags],
    timeRequired: `PT${readMinutes}M`,
    inLanguage: 'en-US',
  };
}

/** Starts another article at the top, without smooth scrolling through the whole text. */
function useScrollToStart(slug: string | undefined): void {
  const kind = useNavigationType();
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another article counts, not a chapter of this one.
  useEffect(() => {
    if (kind !== 'POP' && !hash) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [slug]);
}

export default function BlogArticlePage() {
  const { slug } = useParams();
  const text = useLoaderData<typeof loader>();
  useScrollToStart(slug);
  const article = articleAt(slug);
  return article && <ArticlePage key={slug} article={article} text={text} list={list} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <ArticleNotFound />;
  throw error;
}
