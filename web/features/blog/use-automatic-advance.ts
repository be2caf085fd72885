// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useEffect, useState } from 'react';

/** Follows whether an element can be seen at all. @param margin around what is seen, as in CSS, that counts too */
export function useIsInView(element: RefObject<Element | null>, margin = '0px'): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return isInView;
}

/** Follows whether this person asked for less motion. */
export function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(false);
  useEffect(() => {
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => setReduced(query.matches);
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isReduced;
}

/** Calls `advance` every `intervalMs` while `isRunning`; a stop or another `place` starts the time again. */
export function useAutomaticAdvance(
  advance: () => void,
  intervalMs: number,
  isRunning: boolean,
  place: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: anyone who went to another place has time to read it.
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(advance, intervalMs);
    return () => clearInterval(timer);
  }, [advance, intervalMs, isRunning, place]);
}
