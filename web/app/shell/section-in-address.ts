// SPDX-License-Identifier: Apache-2.0

import '../../build/early-script.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const settledAfterMs = 10_000;
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Whether the page was reloaded or returned to, and the browser put the reader elsewhere than at the section. */
function wasElsewhere(section: Element): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!opened || opened.type === 'navigate') return false;
  const { scrollMarginTop } = getComputedStyle(section);
  return Math.abs(section.getBoundingClientRect().top - Number.parseFloat(scrollMarginTop)) > 8;
}

/**
 * Scrolls to the section that the address names (`/home#challenges`), also on the first load, and keeps it in place while
 * content above it grows, until the reader scrolls. After going back or reloading, the router restores the reader's position
 * instead.
 */
export function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  const kind = useNavigationType();
  const isOpening = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again is another navigation.
  useEffect(() => {
    const opening = isOpening.current;
    isOpening.current = false;
    const section = hash && (opening || kind !== 'POP') ? document.getElementById(hash.slice(1)) : null;
    if (!section || (opening && (window.isScrolled || (kind === 'POP' && wasElsewhere(section))))) return;
    const getPlace = () => Math.round(section.getBoundingClientRect().top + window.scrollY);
    const show = () => section.scrollIntoView({ behavior: 'instant' });
    let place = getPlace();
    if (opening) show();
    const growth = new ResizeObserver(() => {
      if (place === getPlace()) return;
      place = getPlace();
      show();
    });
    const stop = () => {
      growth.disconnect();
      clearTimeout(settled);
      for (const event of takeovers) window.removeEventListener(event, stop);
    };
    const settled = setTimeout(stop, settledAfterMs);
    growth.observe(document.body);
    for (const event of takeovers) window.addEventListener(event, stop, { passive: true });
    return stop;
  }, [hash, key, kind]);
}
