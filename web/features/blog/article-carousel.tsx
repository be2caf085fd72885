// SPDX-License-Identifier: Apache-2.0

import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/button.tsx';
import { ChevronLeft } from '../../ui/icons/chevron-left.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Pause } from '../../ui/icons/pause.ts';
import { Play } from '../../ui/icons/play.ts';
import { ArticleCard } from './article-card.tsx';
import type { Article } from './articles.ts';
import { useAutomaticAdvance, useIsInView, useReducedMotion } from './use-automatic-advance.ts';
import { useCarousel, usePlaces } from './use-carousel.ts';

/** Product specification, section 9. */
const advanceEveryMs = 4_000;

/**
 * Shows three articles at a time (two or one on narrow screens). It advances automatically, except while hovered or
 * focused, paused, out of sight, or if reduced motion is preferred.
 */
export function ArticleCarousel({ articles }: { articles: readonly Article[] }) {
  const region = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isInView = useIsInView(region);
  const hasLessMotion = useReducedMotion();
  const viewport = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(viewport);
  const { count, current } = usePlaces(carousel);
  const canMove = count > 1;

  const back = useCallback(() => carousel?.scrollPrev(hasLessMotion), [carousel, hasLessMotion]);
  const on = useCallback(() => carousel?.scrollNext(hasLessMotion), [carousel, hasLessMotion]);
  const isRunning = canMove && isInView && !isPaused && !hasLessMotion && !isPointedAt && !hasFocus;
  useAutomaticAdvance(on, advanceEveryMs, isRunning, current);

  function goByKey(event: KeyboardEvent) {
    setFocus(true);
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (event.key === 'ArrowLeft') back();
    else on();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel as the ARIA authoring practices describe it.
    <div
      ref={region}
      role="group"
      aria-roledescription="carousel"
      aria-label="Articles"
      className="grid gap-5 [&>*]:min-w-0"
      onKeyDown={goByKey}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      // Only keyboard focus stops it: a click also leaves the focus here, and would stop it permanently.
      onFocus={(event) => setFocus(event.target.matches(':focus-visible'))}
      onBlur={() => setFocus(false)}
    >
      <div
        ref={viewport}
        className={cx('relative', carousel ? 'overflow-hidden' : 'overflow-x-auto [scrollbar-width:none]')}
      >
        <Slides articles={articles} isRunning={isRunning} />
      </div>
      {canMove && (
        <div className="flex items-center justify-between gap-2">
          <Dots
            count={count}
            current={current}
            titles={articles.map(({ title }) => title)}
            onGo={(place) => carousel?.scrollTo(place, hasLessMotion)}
          />
          <div className="flex gap-1">
            {!hasLessMotion && <PauseButton isPaused={isPaused} onPress={() => setPaused(!isPaused)} />}
            <Steps onBack={back} onNext={on} />
          </div>
        </div>
      )}
    </div>
  );
}

function Slides({ articles, isRunning }: { articles: readonly Article[]; isRunning: boolean }) {
  return (
    <ul aria-live={isRunning ? 'off' : 'polite'} className="-ml-4.5 flex touch-pan-y">
      {articles.map((article) => (
        <li
          key={article.slug}
          className="min-w-0 shrink-0 grow-0 basis-full pl-4.5 sm:basis-1/2 lg:basis-1/3"
        >
          <ArticleCard article={article} />
        </li>
      ))}
    </ul>
  );
}

function Steps({ onBack, onNext }: { onBack: () => void; onNext: () => void }) {
  return (
    <>
      <IconButton label="Previous article" onClick={onBack}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next article" onClick={onNext}>
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}

function PauseButton({ isPaused, onPress }: { isPaused: boolean; onPress: () => void }) {
  return (
    <IconButton label={isPaused ? 'Start moving' : 'Pause'} onClick={onPress}>
      {isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
    </IconButton>
  );
}

function Dots({
  count,
  current,
  titles,
  onGo,
}: {
  count: number;
  current: number;
  titles: readonly string[];
  onGo: (place: number) => void;
}) {
  return (
    <div className="flex flex-wrap">
      {Array.from({ length: count }, (_, place) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number.
          key={place}
          type="button"
          aria-label={`Show article ${place + 1}: ${titles[place] ?? ''}`}
          aria-current={place === current ? 'true' : undefined}
          onClick={() => onGo(place)}
          className="group grid size-6 place-items-center sm:size-7"
        >
          <span
            className={cx(
              'size-2.5 rotate-45 transition-colors duration-150',
              place === current ? 'bg-gold' : 'bg-edge group-hover:bg-muted',
            )}
          />
        </button>
      ))}
    </div>
  );
}
