// SPDX-License-Identifier: Apache-2.0

import type { Adapter, StoredPayload } from 'oidc-provider';

interface Kept {
  payload: StoredPayload;
  expiresAt: number;
}

const sweepEvery = 500;

/**
 * oidc-provider's storage, in memory. It never finds a Session, so every sign-in shows the page that asks who signs in,
 * as demos need.
 */
export function memoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, Kept>();
  let writes = 0;

  const live = (key: string): StoredPayload | undefined => {
    const entry = kept.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined;
  };

  const sweep = (): void => {
    const now = Date.now();
    for (const [key, entry] of kept) if (entry.expiresAt <= now) kept.delete(key);
  };

  return (model) => ({
    upsert: async (id, payload, expiresInSeconds) => {
      writes += 1;
      if (writes % sweepEvery === 0) sweep();
      kept.set(`${model}:${id}`, { payload, expiresAt: Date.now() + (expiresInSeconds ?? 3600) * 1000 });
    },
    find: async (id) => (model === 'Session' ? undefined : live(`${model}:${id}`)),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = live(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      kept.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
