// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Notification } from '../../../contract/notifications.ts';
import { plural, toLocalTimes } from '../../lib/format.ts';
import { notify } from '../../ui/toast.tsx';
import { newsSince } from './news.ts';

/** If more than this many arrive together, such as after a lost connection, a toast shows only their number. */
const maxToasts = 2;

/**
 * Announces new notifications while the page is visible, unless something else on the page does. `list` is undefined
 * until loaded.
 */
export function useNewsToasts(list: readonly Notification[] | undefined): void {
  const { pathname } = useLocation();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!list) return;
    const before = known.current;
    known.current = list[0]?._id ?? before ?? '0';
    if (before === undefined || document.visibilityState === 'hidden') return;
    const news = newsSince(list, before, pathname);
    if (news.length > maxToasts) notify.news(plural(news.length, 'new notification'));
    else for (const { title, body } of news.reverse()) notify.news(title, toLocalTimes(body));
  }, [list, pathname]);
}
