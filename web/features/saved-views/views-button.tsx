// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Bookmark } from '../../ui/icons/bookmark.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { viewedListAt } from './api.ts';

const Views = lazyDialog(async () => (await import('./views-dialog.tsx')).ViewsDialog);

/** Opens the views of the list at this address; renders nothing without a list. */
export function ViewsButton({ label }: { label: string }) {
  const { pathname } = useLocation();
  const list = viewedListAt(pathname);
  const [opened, open] = useState<typeof list>();
  if (!list) return null;
  return (
    <>
      <Button
        size="sm"
        title="Views"
        className="lg:px-2.5"
        icon={<Bookmark size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => open(list)}
      >
        <span className="max-sm:sr-only lg:sr-only">Views</span>
      </Button>
      {opened === list && <Views list={list} label={label} onClose={() => open(undefined)} />}
    </>
  );
}
