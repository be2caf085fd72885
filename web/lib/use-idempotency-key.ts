// SPDX-License-Identifier: Apache-2.0

import { useRef } from 'react';
import { newIdempotencyKey } from './api.ts';

/** Returns the same key for the same values, and a new one for other values. */
export function useIdempotencyKey(): (values: unknown) => string {
  const sent = useRef({ values: '', key: '' });
  return (values) => {
    const now = JSON.stringify(values);
    if (sent.current.values !== now) sent.current = { values: now, key: newIdempotencyKey() };
    return sent.current.key;
  };
}
