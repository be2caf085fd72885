// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';

/**
 * False while the page is being hydrated, true from the next task on: for parts that are not in sight yet and would hold up
 * everything else.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
