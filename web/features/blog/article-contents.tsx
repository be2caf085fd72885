// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { cx } from '../../lib/class-names.ts';
import type { Heading } from '../../lib/rendered-text.server.ts';
import { ChevronDown } from '../../ui/icons/chevron-down.ts';

/** The id of the chapter being read: the last one whose heading is above the upper third of the window. */
function useChapterInView(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const find = () => {
      const line = window.innerHeight / 3;
      const passed = headings.findLast(({ id }) => {
        const heading = document.getElementById(id);
        return heading && heading.getBoundingClientRect().top <= line;
      });
      setCurrent(passed?.id);
    };
    find();
    window.addEventListener('scroll', find, { passive: true });
    window.addEventListener('resize', find);
    return () => {
      window.removeEventListener('scroll', find);
      window.removeEventListener('resize', find);
    };
  }, [headings]);
  return current;
}

/**
 * Focuses the chapter in the address after a link or the Back button, since the router only scrolls to it. Does nothing
 * on a page load: the browser has already focused it, and the reader may have moved on.
 */
export function useFocusOnChapter(): void {
  const { hash, key } = useLocation();
  const isOpening = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again is another navigation.
  useEffect(() => {
    const isTaken = isOpening.current && document.activeElement !== document.body;
    isOpening.current = false;
    if (!isTaken) findChapter(hash)?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** The chapter that the hash names; undefined for any other hash. */
function findChapter(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** The list of chapters: beside the article on wide screens, collapsed above it on narrow ones. */
export function ArticleContents({
  headings,
  isFolded = false,
}: {
  headings: readonly Heading[];
  isFolded?: boolean;
}) {
  const current = useChapterInView(headings);
  const links = (
    <ol className="grid border-line border-l">
      {headings.map(({ id, text }) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className={cx(
              '-ml-px block border-transparent border-l-2 py-1.5 pl-4 text-sm leading-snug transition-colors duration-100',
              'aria-[current]:border-gold aria-[current]:text-text text-muted hover:text-text',
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ol>
  );
  if (!isFolded) {
    return (
      <nav aria-label="On this page">
        <p className="mb-3 font-display font-semibold text-sm">On this page</p>
        {links}
      </nav>
    );
  }
  return (
    <nav aria-label="On this page">
      <details className="group bg-ink-1 px-4 open:pb-4">
        <summary className="flex min-h-12 list-none items-center justify-between font-display font-semibold [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown
            size={18}
            aria-hidden="true"
            className="text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {links}
      </details>
    </nav>
  );
}
