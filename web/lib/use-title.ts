// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';

/**
 * Sets the title of a page that shows one of many things; the brand follows it, as in the title that the page was served
 * with.
 */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = document.title.replace(/^.*(?= · )/, () => title);
  }, [title]);
}
