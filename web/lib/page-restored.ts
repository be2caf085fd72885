// SPDX-License-Identifier: Apache-2.0

/**
 * Calls `listener` when the browser restores the page from its back/forward cache. Until then the page was frozen and
 * received nothing.
 * @returns removes the listener
 */
export function whenShownAgain(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  window.addEventListener('pageshow', onShow);
  return () => window.removeEventListener('pageshow', onShow);
}
