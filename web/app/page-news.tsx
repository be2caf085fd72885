// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Announces a new page to screen readers: they announce a page that the browser loads, but not one that a link renders into
 * the current page.
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
    // A page about one of many things gets its title once its data have loaded.
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

/** The pressed element went away with its page: the keyboard continues at the beginning of the new one. */
function takeLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
