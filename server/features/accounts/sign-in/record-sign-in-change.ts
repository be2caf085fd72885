// SPDX-License-Identifier: Apache-2.0

import type { SignInChange } from '../../../../contract/sign-ins.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';

/**
 * Writes a change of sign-in methods into the audit log, and notifies the player on the site and by mail. The mail job
 * reads the addresses from the log, because a job that contained them could outlive the account.
 */
export async function recordSignInChange(
  tx: Tx,
  {
    playerId,
    what,
    provider,
    at,
    before = null,
    after = null,
  }: {
    playerId: string;
    what: SignInChange;
    provider: ProviderPerson['provider'];
    at: Date;
    before?: { email: string; provider?: string } | null;
    after?: { email: string; provider?: string } | null;
  },
): Promise<void> {
  const changeId = await recordAdminChange(tx, {
    actorId: playerId,
    action: `sign-in.${what}`,
    subject: `user:${playerId}`,
    before,
    after,
  });
  await publish(tx, 'player.sign-in-changed', { playerId, what, provider, changeId, at: at.toISOString() });
  await publishLive(tx, playerId, 'profile', {});
}
