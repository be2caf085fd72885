// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { notify } from './toast.tsx';

/**
 * Announces for 3 s that data could not be fetched; the panel in their place keeps saying so.
 * @param error of the query; null while there is nothing to announce
 */
export function useFailureToast(error: Error | null, message: string, title?: string): void {
  useEffect(() => {
    if (error) notify.fetchFailed(message, title);
  }, [error, message, title]);
}
