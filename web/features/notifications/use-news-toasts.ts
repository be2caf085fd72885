import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Notification } from '../../../contract/notifications.ts';
import { plural } from '../../lib/format.ts';
import { notify } from '../../ui/toast.tsx';
import { newsSince } from './news.ts';

/** Tells of what comes while the page is looked at, unless something else on it does. `list` undefined: not read yet. */
export function useNewsToasts(list: readonly Notification[] | undefined): void {
  const { pathname } = useLocation();
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!list) return;
    const before = known.current;
    known.current = list[0]?._id ?? before ?? '0';
    if (before === undefined || document.visibilityState === 'hidden') return;
    const [only, ...others] = newsSince(list, before, pathname);
    if (others.length > 0) notify.news(`${plural(others.length + 1, 'new notification')}`);
    else if (only) notify.news(only.title, only.body);
  }, [list, pathname]);
}
