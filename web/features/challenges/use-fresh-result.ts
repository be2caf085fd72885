// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { profileQuery } from '../../lib/query.ts';
import { claim, observe } from './status-memory.ts';
import { useLatestAttempt } from './use-attempts.ts';

/** The result to show, once per attempt: in a visible window, and in only one. */
export function useFreshResult(): { result: Attempt | null; dismiss: () => void } {
  const { data, isFetching } = useLatestAttempt();
  const playerId = useQuery(profileQuery).data?._id;
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);
  const [result, setResult] = useState<Attempt | null>(null);
  const letGo = useRef(() => {});
  useEffect(() => {
    if (playerId !== undefined) claim(deviceStorage, playerId);
  }, [playerId]);
  useEffect(() => {
    if (playerId === undefined || data === undefined || isFetching || !isVisible) return;
    void inOneWindow(data?._id, () => {
      const observation = observe(deviceStorage, data ? [data] : []);
      if (!observation.result) return;
      setResult(observation.result);
      return new Promise<void>((resolve) => {
        letGo.current = resolve;
      });
    });
  }, [playerId, data, isFetching, isVisible]);
  useEffect(() => () => letGo.current(), []);
  const dismiss = () => {
    letGo.current();
    setResult(null);
  };
  return { result, dismiss };
}

/**
 * Runs `work` unless another window is running it, until the promise that it returns settles. What one window writes to the
 * local storage reaches the others too late if both learn of a result in the same moment.
 */
async function inOneWindow(name: string | undefined, work: () => Promise<void> | undefined): Promise<void> {
  // Web Locks need a secure context.
  if (!navigator.locks || name === undefined) return work();
  await navigator.locks.request(`finalring-result:${name}`, { ifAvailable: true }, (lock) => lock && work());
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}
