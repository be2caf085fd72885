// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useEffect, useState } from 'react';

/** Tracks whether an element is visible. @param margin around the viewport, as in CSS, that counts as visible too */
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

/** Tracks whether reduced motion is preferred. */
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

/** Calls `advance` every `intervalMs` while `isRunning`; a pause or another `place` restarts the timer. */
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
