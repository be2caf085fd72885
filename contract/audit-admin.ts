// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, id, lineOfText, timestamp } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';
import { wordSearchUpTo } from './word-search.ts';

/** A change by an administrator, or anyone's view of a gift card code. */
export const auditEntry = z.object({
  _id: id,
  actor: z.object({ _id: id, name: z.string(), email: z.string() }),
  /** For example `user.update`; `gift-card.reveal` means that a code was shown. */
  action: z.string(),
  /** What it was done to, for example `user:{id}`. */
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  /** The caller's network address; empty if it wasn't a call, or if the actor's account is gone. */
  address: z.string(),
  createdAt: timestamp,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Most entries on one page. */
export const maxAuditPage = 200;

const text = z.string().trim().max(200).regex(lineOfText);

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/audit-log',
    access: 'audit:read',
    summary: 'List audit entries, newest first',
    query: z.object({
      /** Matches anywhere in action, subject, reason, before or after, or in the actor's name, email and so on. */
      search: wordSearchUpTo(200).optional(),
      actor: id.optional(),
      action: text.optional(),
      subject: text.optional(),
      /** At or after `from`, and before `until`. */
      from: timestamp.optional(),
      until: timestamp.optional(),
      /** `nextBefore` of the previous page. */
      before: id.optional(),
      limit: asNumber(z.int().min(1).max(maxAuditPage)).default(50),
    }),
    isList: true,
    data: z.object({
      list: z.array(auditEntry),
      nextBefore: id.nullable(),
      /** How many whole months entries are kept (docs/retention.md); null: all of them. */
      keptMonths: z.int().nullable(),
    }),
  }),
};
