// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';

/** False while hydrating, true from the next task on. For parts out of sight that would delay everything else. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
