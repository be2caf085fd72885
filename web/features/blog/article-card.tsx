// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { formatDay } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ArrowRight } from '../../ui/icons/arrow-right.ts';
import { Badge } from '../../ui/status.tsx';
import { ArticlePicture } from './article-picture.tsx';
import type { Article } from './articles.ts';

/** One article in a list, in the carousel or among related ones. */
export function ArticleCard({
  article,
  level: Heading = 'h3',
  isEager = false,
}: {
  article: Article;
  level?: 'h2' | 'h3';
  /** Its picture is visible without scrolling. */
  isEager?: boolean;
}) {
  const { slug, title, excerpt, category, readMinutes, publishedOn, author, tags } = article;
  return (
    <Card className="group h-full" inside="flex flex-col overflow-hidden">
      <div className="relative">
        <ArticlePicture
          slug={slug}
          sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 50vw, 100vw"
          isEager={isEager}
          className="transition-[filter] duration-200 group-hover:brightness-115"
        />
        <Badge tone="storm" className="absolute bottom-0 left-0">
          {category}
        </Badge>
      </div>
      <div className="flex flex-1 flex-col gap-3 px-5 pt-4.5 pb-5">
        <p className="text-muted text-sm">
          <time dateTime={publishedOn}>{formatDay(publishedOn)}</time> · {readMinutes} min read
        </p>
        <Heading className="text-balance text-xl leading-snug">{title}</Heading>
        <p className="text-soft text-sm">{excerpt}</p>
        <p className="text-muted text-xs">By {author}</p>
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="bg-ink-2 px-2 py-0.5 text-muted text-xs">
              {tag}
            </li>
          ))}
        </ul>
        <Link to={`/blog/${slug}`} className={`${buttonClass({ size: 'sm' })} mt-auto self-start`}>
          <span>
            Read More<span className="sr-only">: {title}</span>
          </span>
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      </div>
    </Card>
  );
}
