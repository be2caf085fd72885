/** Whether the server can be reached, as far as this page can tell. */
import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline' | 'unreachable';

let isUnanswered = false;
const listeners = new Set<() => void>();

/** The API client and the live stream say here whether anything came back from the server, be it a refusal. */
export function noteAnswer(isAnswered: boolean): void {
  if (isUnanswered === !isAnswered) return;
  isUnanswered = !isAnswered;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

function read(): Connection {
  // Browsers know for certain only that there is no network at all.
  if (!navigator.onLine) return 'offline';
  return isUnanswered ? 'unreachable' : 'online';
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, read, () => 'online');
}
