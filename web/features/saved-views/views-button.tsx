// SPDX-License-Identifier: Apache-2.0

import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { loadPart } from '../../lib/load-part.ts';
import { Button } from '../../ui/button.tsx';
import { Bookmark } from '../../ui/icons/bookmark.ts';
import { viewedListAt } from './api.ts';

const Views = lazy(async () => {
  const { ViewsDialog: component } = await loadPart(() => import('./views-dialog.tsx'));
  return { default: component };
});

/** Opens the views of the list at this address; nothing if there is no list. */
export function ViewsButton({ label }: { label: string }) {
  const { pathname } = useLocation();
  const list = viewedListAt(pathname);
  const [opened, open] = useState<typeof list>();
  if (!list) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<Bookmark size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => open(list)}
      >
        Views
      </Button>
      {opened === list && (
        <Suspense>
          <Views list={list} label={label} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  );
}
