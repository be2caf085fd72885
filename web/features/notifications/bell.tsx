// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/button.tsx';
import { DropPanel } from '../../ui/dialog.tsx';
import { Bell as BellSign } from '../../ui/icons/bell.ts';
import { notificationsQuery } from './api.ts';
import { NotificationPanel } from './notification-panel.tsx';
import { useNewsToasts } from './use-news-toasts.ts';

const mostShown = 99;
/** Between the bell and its list, in pixels: clear of the header's edge. */
const gap = 22;

/** The header's bell: the number of unread notifications, and the list behind it. */
export function Bell() {
  const { data } = useInfiniteQuery(notificationsQuery);
  const { key } = useLocation();
  // The list belongs to the page on which it was opened: any navigation closes it.
  const [opened, setOpened] = useState<{ at: string; below: number }>();
  const close = () => setOpened(undefined);
  useNewsToasts(data?.pages[0]?.list);
  const unread = data?.pages[0]?.unread ?? 0;
  const shown = unread > mostShown ? `${mostShown}+` : String(unread);
  return (
    <>
      <IconButton
        // Speech input uses the visible text: the number is part of the name.
        label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          setOpened({ at: key, below: currentTarget.getBoundingClientRect().bottom + gap })
        }
      >
        <span className="relative">
          <BellSign size={22} aria-hidden="true" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="num -top-2 -right-2.5 absolute inline-grid h-4.5 min-w-4.5 place-items-center bg-storm-soft px-1 font-semibold text-[0.6875rem] text-ink leading-none"
            >
              {shown}
            </span>
          )}
        </span>
      </IconButton>
      <DropPanel open={opened?.at === key} below={opened?.below ?? 0} onClose={close} title="Notifications">
        <NotificationPanel onFollow={close} />
      </DropPanel>
    </>
  );
}
