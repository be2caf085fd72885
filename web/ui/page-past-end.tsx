// SPDX-License-Identifier: Apache-2.0

import { Button } from './button.tsx';
import { EmptyPanel } from './panels.tsx';

/** Shown instead of a page beyond the end of its list, for example after somebody has dealt with its rows. */
export function PagePastEnd({
  what,
  page,
  pages,
  onPage,
}: {
  /** What the list has, in the plural: "gift cards". */
  what: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  return (
    <EmptyPanel
      title="This page is empty"
      text={`The list of ${what} got shorter.`}
      action={<Button onClick={() => onPage(Math.min(pages, page - 1))}>Go back</Button>}
    />
  );
}
