// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, timestamp } from './endpoint.ts';

/** Something that an administrator changed, or somebody's look at a gift card's code. */
export const auditEntry = z.object({
  _id: id,
  actor: z.object({ _id: id, name: z.string(), email: z.string() }),
  /** Such as `user.update`; `gift-card.reveal` is a look at a code. */
  action: z.string(),
  /** What it was done to, such as `user:{id}`. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  /** Network address that it was done from; empty where it was no call, or the actor's account is gone. */
  address: z.string(),
  createdAt: timestamp,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Entries of one page at most. */
export const maxAuditPage = 200;

const text = z.string().trim().max(200).regex(lineOfText);

export const auditApi = {
  list: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/audit-log',
    access: 'audit:read',
    summary: 'Every change by an administrator and every look at a code, newest first',
    query: z.object({
      /** Anywhere in action, subject, reason, before, after; or in the actor's name, email and so on. */
      search: text.optional(),
      actor: id.optional(),
      action: text.optional(),
      subject: text.optional(),
      /** From this moment on, and before that one. */
      from: timestamp.optional(),
      until: timestamp.optional(),
      /** `nextBefore` of the page before this one. */
      before: id.optional(),
      limit: z.coerce.number().int().min(1).max(maxAuditPage).default(50),
    }),
    isList: true,
    data: z.object({
      list: z.array(auditEntry),
      nextBefore: id.nullable(),
      /** Changes of before this moment are in the archive, which operators read (docs/operate.md); null where all are here. */
      archivedBefore: timestamp.nullable(),
    }),
  }),
};
