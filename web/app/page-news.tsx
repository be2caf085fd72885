// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Says which page has come, to who hears it: screen readers tell of a page that the browser loads, and nothing of one that a
 * link brings into the page that is there.
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
    // A page of one of many things has its name once its data is there.
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

/** Prerendered pages are known with a slash at the end. */
function isSame(before: string, now: string): boolean {
  const bare = (path: string) => path.replace(/(.)\/$/, '$1');
  return bare(before) === bare(now);
}

/** What was pressed went with the page that it was on: the keyboard goes on at the beginning of the new one. */
function takeLostFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
