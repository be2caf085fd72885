// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';

/**
 * False while the page is taken over, true from the next task on: for what nobody sees yet and everything else would
 * have to wait for.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
