import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { useToken } from '../../lib/session.ts';
import { latestAttemptQuery } from './api.ts';
import { isActiveStatus } from './attempt-summary.ts';
import { observe } from './status-memory.ts';

/** The status check of the signed-in player, shared by whoever shows it. */
export function useLatestAttempt() {
  const token = useToken();
  return useQuery({ ...latestAttemptQuery, enabled: token !== null });
}

/** The attempt that runs now, or null: for the banner in the header and the meter on the screens. */
export function useActiveAttempt(): Attempt | null {
  const { data } = useLatestAttempt();
  return data && isActiveStatus(data.status) ? data : null;
}

/**
 * The result to show, once per attempt. Waits until the tab is looked at, so that of several open tabs only one
 * shows it.
 */
export function useFreshResult(): { result: Attempt | null; dismiss: () => void } {
  const { data, isFetching } = useLatestAttempt();
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);
  const [result, setResult] = useState<Attempt | null>(null);
  useEffect(() => {
    if (data === undefined || isFetching || !isVisible) return;
    const observation = observe(localStorage, data ? [data] : []);
    if (observation.result) setResult(observation.result);
  }, [data, isFetching, isVisible]);
  return { result, dismiss: () => setResult(null) };
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}
