// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Announces a new page to screen readers. They announce pages that the browser loads, but not pages that a link renders
 * in place.
 */
export function PageNews() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const shown = useRef(pathname);
  useEffect(() => {
    if (isSame(shown.current, pathname)) return undefined;
    shown.current = pathname;
    takeLostFocus();
    const tell = () => setTitle(document.title);
    tell();
    // Pages such as an article or a player get their title only after their data has loaded.
    const watch = new MutationObserver(tell);
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

/** Prerendered pages have a trailing slash. */
function isSame(before: string, now: string): boolean {
  const bare = (path: string) => path.replace(/(.)\/$/, '$1');
  return bare(before) === bare(now);
}

/** The focused element disappeared with its page, so the keyboard continues at the start of the new one. */
function takeLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
