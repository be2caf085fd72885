// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { formatDay } from '../../lib/format.ts';
import type { RenderedText } from '../../lib/rendered-text.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CoinGlyph } from '../../ui/coins.tsx';
import { ArrowLeft } from '../../ui/icons/arrow-left.ts';
import { ArrowRight } from '../../ui/icons/arrow-right.ts';
import '../../ui/running-text.css';
import { Badge } from '../../ui/status.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleContents, useFocusOnChapter } from './article-contents.tsx';
import { ArticlePicture } from './article-picture.tsx';
import { type Article, getNeighbours, relatedTo } from './articles.ts';
import { ShareArticle } from './share-article.tsx';

/** One article (product specification, section 2.14). */
export function ArticlePage({
  article,
  text,
  list,
}: {
  article: Article;
  text: RenderedText;
  /** All articles, including this one. */
  list: readonly Article[];
}) {
  useFocusOnChapter();
  return (
    <>
      <article className="wrap pt-6 pb-14 sm:pt-9">
        <ArticleHeader article={article} />
        <div className="mx-auto mt-8 grid max-w-[62rem] gap-x-14 gap-y-6 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_15rem]">
          <aside className="lg:hidden">
            <ArticleContents headings={text.headings} isFolded />
          </aside>
          <div className="min-w-0">
            <div
              className="running-text"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered while the page was built.
              dangerouslySetInnerHTML={{ __html: text.html }}
            />
            <ArticleFooter article={article} list={list} />
          </div>
          <aside className="max-lg:hidden">
            <div className="sticky top-24 grid max-h-[calc(100dvh-7rem)] gap-7 overflow-y-auto">
              <ArticleContents headings={text.headings} />
              <ShareArticle title={article.title} />
            </div>
          </aside>
        </div>
      </article>
      <section aria-labelledby="related-title" className="border-line border-t bg-ink-1/60">
        <div className="wrap grid gap-6 py-12 sm:py-16">
          <h2 id="related-title" className="text-2xl sm:text-3xl">
            Related Articles
          </h2>
          <ul className="grid gap-4.5 sm:grid-cols-2 lg:grid-cols-3">
            {relatedTo(article, list).map((related) => (
              <li key={related.slug}>
                <ArticleCard article={related} />
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

function ArticleHeader({ article }: { article: Article }) {
  const { slug, title, excerpt, category, readMinutes, publishedOn, author } = article;
  return (
    <header className="mx-auto grid max-w-[62rem] gap-5">
      <Link
        to="/blogs"
        className="inline-flex min-h-8 items-center gap-2 justify-self-start text-muted text-sm hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        All articles
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm">
        <Badge tone="storm">{category}</Badge>
        <span>{readMinutes} min read</span>
      </div>
      <h1 className="text-[clamp(2rem,4.6vw,3.25rem)] leading-[1.12]">{title}</h1>
      <p className="max-w-[60ch] text-pretty text-lg text-soft">{excerpt}</p>
      <p className="text-muted text-sm">
        By <span className="text-text">{author}</span> ·{' '}
        <time dateTime={publishedOn}>{formatDay(publishedOn)}</time>
      </p>
      <div className="cut cut-lg mt-1 overflow-hidden">
        <ArticlePicture slug={slug} sizes="(min-width: 66rem) 62rem, 100vw" isEager />
      </div>
    </header>
  );
}

function ArticleFooter({ article, list }: { article: Article; list: readonly Article[] }) {
  const { previous, next } = getNeighbours(article, list);
  return (
    <footer className="mt-12 grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {article.tags.map((tag) => (
            <li key={tag} className="bg-ink-2 px-2.5 py-1 text-muted text-sm">
              {tag}
            </li>
          ))}
        </ul>
        <ShareArticle title={article.title} />
      </div>
      <Card inside="flex flex-wrap items-center gap-x-6 gap-y-5 bg-[linear-gradient(100deg,var(--color-gold-panel),var(--color-ink-1)_60%)] p-6 sm:p-7">
        <CoinGlyph size={44} />
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-bold font-display text-xl">Ready for a match that counts?</p>
          <p className="mt-1 text-muted">Pick a pack of Gamer Coins and enter your next challenge.</p>
        </div>
        <ButtonLink to="/trade-coins" kind="main">
          Buy Coins Now
        </ButtonLink>
      </Card>
      <nav aria-label="More articles" className="grid gap-4 sm:grid-cols-2">
        {previous && (
          <Link to={`/blog/${previous.slug}`} className="group grid content-start gap-1 sm:col-start-1">
            <span className="flex items-center gap-2 text-muted text-sm">
              <ArrowLeft size={16} aria-hidden="true" />
              Previous article
            </span>
            <span className="font-display font-semibold group-hover:underline">{previous.title}</span>
          </Link>
        )}
        {next && (
          <Link
            to={`/blog/${next.slug}`}
            className="group grid content-start gap-1 sm:col-start-2 sm:justify-items-end sm:text-right"
          >
            <span className="flex items-center gap-2 text-muted text-sm">
              Next article
              <ArrowRight size={16} aria-hidden="true" />
            </span>
            <span className="font-display font-semibold group-hover:underline">{next.title}</span>
          </Link>
        )}
      </nav>
    </footer>
  );
}
