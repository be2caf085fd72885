// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { DurableMap } from '../durable-map.ts';

export interface Message {
  id: string;
  receivedAt: string;
  /** The recipients in the SMTP envelope, in lower case. */
  recipients: string[];
  from: string;
  subject: string;
  messageId: string;
  text: string;
  html: string;
  /** The message as received. */
  raw: string;
}

const most = 500;

export interface Messages {
  add(raw: Buffer, recipients: string[]): Promise<void>;
  /** Newest first. @param to an address, or part of one; empty for all */
  list(to?: string): Message[];
  find(id: string): Message | undefined;
}

/** Keeps only the newest messages. */
export function createMessages(map: DurableMap): Messages {
  const all = () => map.entries().map(([, value]) => value as Message);
  return {
    add: async (raw, recipients) => {
      const mail = await PostalMime.parse(raw);
      const id = randomUUID();
      map.set(id, {
        id,
        receivedAt: new Date().toISOString(),
        recipients: recipients.map((address) => address.toLowerCase()),
        from: mail.from?.address ?? '',
        subject: mail.subject ?? '',
        messageId: mail.messageId ?? '',
        text: mail.text ?? '',
        html: mail.html ?? '',
        raw: raw.toString('utf8'),
      } satisfies Message);
      for (const [old] of map.entries().slice(0, -most)) map.delete(old);
      await map.saved();
    },
    list: (to = '') => {
      const wanted = to.trim().toLowerCase();
      return all()
        .filter(({ recipients }) => recipients.some((address) => address.includes(wanted)))
        .reverse();
    },
    find: (id) => map.get(id) as Message | undefined,
  };
}
