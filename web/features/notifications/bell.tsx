// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../../ui/button.tsx';
import { Bell as BellSign } from '../../ui/icons/bell.ts';
import { lazyDialog, useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { notificationsQuery } from './api.ts';
import { useNewsToasts } from './use-news-toasts.ts';

const NotificationPanel = lazyDialog(
  async () => (await import('./notification-panel.tsx')).NotificationPanel,
);

const mostShown = 99;
/** Distance between the bell and its list, in pixels, to clear the header's edge. */
const gap = 22;

/** The header's bell: the number of unread notifications, and the list behind it. */
export function Bell() {
  const { data } = useInfiniteQuery(notificationsQuery);
  const { key } = useLocation();
  // Any navigation closes the list.
  const [opened, setOpened] = useState<{ at: string; below: number }>();
  const close = () => setOpened(undefined);
  useFetchedEarly(NotificationPanel);
  useNewsToasts(data?.pages[0]?.list);
  const unread = data?.pages[0]?.unread ?? 0;
  const shown = unread > mostShown ? `${mostShown}+` : String(unread);
  return (
    <>
      <IconButton
        // Speech input uses visible text, so the number is part of the name.
        label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          setOpened({ at: key, below: currentTarget.getBoundingClientRect().bottom + gap })
        }
      >
        <span className="relative">
          <BellSign size={22} className="size-5.5" aria-hidden="true" />
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
      {opened?.at === key && <NotificationPanel below={opened.below} onClose={close} />}
    </>
  );
}
