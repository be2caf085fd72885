import { useSyncExternalStore } from 'react';
import type { Settings } from '../../contract/settings.ts';
import { apiBase, send } from './api.ts';

let settings: Settings | undefined;
let asked = false;
let failures = 0;
const firstDelayMs = 2_000;
const maxDelayMs = 60_000;
const listeners = new Set<() => void>();

// The sign-in page shows them too and must stay light: no query cache and no schemas, only their types.
async function load(): Promise<void> {
  asked = true;
  try {
    settings = (await send(`${apiBase}/config`, {})) as Settings;
    for (const listener of listeners) listener();
  } catch {
    // Pages that are open must not go without for ever because the first try met a restart.
    const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
    failures += 1;
    setTimeout(() => void load(), delay * (0.5 + Math.random() / 2));
  }
}

/** Public settings; undefined until they are there (pages must make sense without). */
export function useSettings(): Settings | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      if (!asked) void load();
      return () => listeners.delete(listener);
    },
    () => settings,
    () => undefined,
  );
}
