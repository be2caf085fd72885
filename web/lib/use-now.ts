// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { serverNow } from './server-time.ts';

/** The server's time in milliseconds, updated every second while `isRunning`. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (!isRunning) return;
    setNow(serverNow());
    const ticking = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(ticking);
  }, [isRunning]);
  return now;
}
