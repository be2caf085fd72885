// SPDX-License-Identifier: Apache-2.0

/**
 * Calls `listener` when the browser shows the page again that it kept while another was shown (back/forward cache): the
 * page stood still meanwhile and heard nothing.
 * @returns takes the listener away
 */
export function whenShownAgain(listener: () => void): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  window.addEventListener('pageshow', onShow);
  return () => window.removeEventListener('pageshow', onShow);
}
