// SPDX-License-Identifier: Apache-2.0

import '../../build/early-script.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const settledAfterMs = 10_000;
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Whether the page was reloaded or returned to, and the browser put the reader elsewhere than at the section, if it is there. */
function wasElsewhere(section: Element | null): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!opened || opened.type === 'navigate') return false;
  if (!section) return true;
  const { scrollMarginTop } = getComputedStyle(section);
  return Math.abs(section.getBoundingClientRect().top - Number.parseFloat(scrollMarginTop)) > 8;
}

/**
 * Scrolls to the section that the address names (`/home#challenges`), also on the first load or once it is there, and keeps it
 * in place while the page grows or shrinks, until the reader scrolls. After going back or reloading, the router restores the
 * reader's position instead.
 */
export function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  const kind = useNavigationType();
  const isOpening = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again is another navigation.
  useEffect(() => {
    const opening = isOpening.current;
    isOpening.current = false;
    if (!hash || (kind === 'POP' && !opening)) return;
    const find = () => document.getElementById(hash.slice(1));
    const first = find();
    if (opening && (window.isScrolled || (kind === 'POP' && wasElsewhere(first)))) return;
    const show = (section: Element) => section.scrollIntoView({ behavior: 'instant' });
    let height = first && document.body.offsetHeight;
    if (opening && first) show(first);
    // Content below counts too: the browser may scroll by itself when a page that had become too short grows again.
    const growth = new ResizeObserver(() => {
      const section = find();
      if (!section || height === document.body.offsetHeight) return;
      height = document.body.offsetHeight;
      show(section);
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
