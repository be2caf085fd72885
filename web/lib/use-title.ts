import { useEffect } from 'react';

/** Names what a page of many names shows; the brand stands behind it, as in the title that the page came with. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = document.title.replace(/^.*(?= · )/, () => title);
  }, [title]);
}
