// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { notify } from './toast.tsx';

/**
 * Announces for 3 s that data couldn't be fetched. The panel in its place keeps saying so.
 * @param error of the query; null if there is nothing to announce
 */
export function useFailureToast(error: Error | null, message: string, title?: string): void {
  useEffect(() => {
    if (error) notify.fetchFailed(message, title);
  }, [error, message, title]);
}
