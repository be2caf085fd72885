import sql from 'sql-template-tag';
import { addressOfCall } from './caller.ts';
import type { Tx } from './database.ts';

/** Writes into the audit log what an administrator changed, before and after, and from where. */
export async function recordAdminChange(
  tx: Tx,
  change: {
    actorId: string;
    action: string;
    subject: string;
    before: unknown;
    after: unknown;
    reason: string;
  },
): Promise<void> {
  await tx.run(sql`
    insert into admin_changes (actor_id, action, subject, before, after, reason, address)
    values (${change.actorId}, ${change.action}, ${change.subject}, ${JSON.stringify(change.before)},
      ${JSON.stringify(change.after)}, ${change.reason}, ${addressOfCall()})`);
}
