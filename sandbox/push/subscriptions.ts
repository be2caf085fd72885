// SPDX-License-Identifier: Apache-2.0

import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DurableMap } from '../durable-map.ts';
import { newReceiver, type Receiver } from './decrypt.ts';

export interface Subscription {
  id: string;
  /** The only server key that may send to it. */
  serverKey: string;
  receiver: Receiver;
}

export interface ReceivedMessage {
  id: string;
  subscriptionId: string;
  receivedAt: string;
  /** Decrypted, as the browser sees it. */
  text: string;
  /** The sender's options. */
  ttlSeconds: number;
  topic: string | null;
  urgency: string | null;
}

const keptSubscription = z.object({ serverKey: z.string(), privateKey: z.string(), auth: z.string() });

export interface Subscriptions {
  add(serverKey: string): Promise<Subscription>;
  find(id: string): Subscription | undefined;
  /** False if there was none. */
  remove(id: string): Promise<boolean>;
}

/** Also acts as the browsers: it has the keys to decrypt messages. */
export function createSubscriptions(map: DurableMap): Subscriptions {
  return {
    add: async (serverKey) => {
      const id = randomUUID();
      const receiver = newReceiver(randomBytes(16));
      map.set(id, {
        serverKey,
        privateKey: receiver.keyPair.getPrivateKey('base64url'),
        auth: receiver.auth.toString('base64url'),
      } satisfies z.output<typeof keptSubscription>);
      await map.saved();
      return { id, serverKey, receiver };
    },
    find: (id) => {
      const kept = keptSubscription.safeParse(map.get(id)).data;
      if (!kept) return undefined;
      const keyPair = createECDH('prime256v1');
      keyPair.setPrivateKey(kept.privateKey, 'base64url');
      return {
        id,
        serverKey: kept.serverKey,
        receiver: { keyPair, auth: Buffer.from(kept.auth, 'base64url') },
      };
    },
    remove: async (id) => {
      if (!map.get(id)) return false;
      map.delete(id);
      await map.saved();
      return true;
    },
  };
}
