// SPDX-License-Identifier: Apache-2.0

import '../../build/early-script.ts';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const settledAfterMs = 10_000;
const takeovers = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Whether the page was reloaded, or come back to, and put where its reader had left it: not at the section. */
function wasElsewhere(section: Element): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!opened || opened.type === 'navigate') return false;
  const { scrollMarginTop } = getComputedStyle(section);
  return Math.abs(section.getBoundingClientRect().top - Number.parseFloat(scrollMarginTop)) > 8;
}

/**
 * Shows the section that the address names (`/home#challenges`), also when the page is opened there, and keeps it in
 * place while what comes in above it grows, until the reader scrolls. Going back and reloading return to where the reader
 * was instead, which the router does.
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
