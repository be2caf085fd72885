// SPDX-License-Identifier: Apache-2.0

import type { FactorChange } from '../../../contract/second-factor.ts';

/** What this feature tells the others. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** An identity of a provider signed in for the first time. `identityHash` outlives the account. */
    'player.first-signed-in': {
      playerId: string;
      provider: 'google' | 'discord';
      identityHash: string;
      /** Its account had another one before. */
      isJoining?: boolean;
      /** When, as ISO 8601: the job may run later. */
      at: string;
    };
    /** Somebody signed in; with the referrer where it was the sign-up of an invited player. */
    'player.signed-in': {
      playerId: string;
      referrerId: string | null;
      /** Keyed hash of the network that it came from. */
      networkHash: string;
      at: string;
    };
    /** A player signed in with Discord, which said which Epic accounts are linked there: none too. By their lasting ids. */
    'player.epic-accounts-shown': { playerId: string; accountIds: string[]; at: string };
    /** A player's account was deleted and can be taken back until then. */
    'player.deleted': { playerId: string; eraseAt: string };
    /** An export of a player's data is ready until then; null: it could not be made. */
    'data-export.ended': { exportId: string; playerId: string; expiresAt: string | null };
    /** An administrator suspended a player. */
    'player.suspended': { playerId: string };
    /** An administrator took a player's handle away. Not which: it would outlive the reset. */
    'player.handle-reset': { playerId: string; changeId: string };
    /** Something happened to an administrator's second factor. */
    'player.second-factor-changed': {
      playerId: string;
      changeId: string;
      what: FactorChange;
    };
  }
}
