// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';

/** Sets the title of a page about one of many things, followed by the brand, like the title that the server sends. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = document.title.replace(/^.*(?= · )/, () => title);
  }, [title]);
}
