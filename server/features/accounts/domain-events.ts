// SPDX-License-Identifier: Apache-2.0

import type { FactorChange } from '../../../contract/second-factor.ts';
import type { SignInChange } from '../../../contract/sign-ins.ts';

/** Domain events that this feature publishes. */
declare module '../../platform/jobs/outbox.ts' {
  interface DomainEvents {
    /** An identity of a provider signed in for the first time. `identityHash` outlives the account. */
    'player.first-signed-in': {
      playerId: string;
      provider: 'google' | 'discord';
      identityHash: string;
      /** The account already had another identity. */
      isJoining?: boolean;
      /** When, as ISO 8601: the job may run later. */
      at: string;
    };
    /** A player signed in; with the referrer if it was the sign-up of an invited player. */
    'player.signed-in': {
      playerId: string;
      referrerId: string | null;
      /** Keyed hash of the sign-in's network. */
      networkHash: string;
      at: string;
    };
    /** A player signed in with Discord: the permanent ids of the game accounts linked there, maybe none. */
    'player.epic-accounts-shown': { playerId: string; accountIds: string[]; at: string };
    /** A player's account was deleted; the player can cancel the deletion until `eraseAt`. */
    'player.deleted': { playerId: string; eraseAt: string };
    /** An export of a player's data is ready until `expiresAt`; null if it failed. */
    'data-export.ended': { exportId: string; playerId: string; expiresAt: string | null };
    /** An administrator suspended a player. */
    'player.suspended': { playerId: string };
    /**
     * An administrator reset a player's handle. The event omits the handle, which would otherwise outlive the reset.
     */
    'player.handle-reset': { playerId: string; changeId: string };
    /** A sign-in method of a player's account, or the address that it supplies, changed. */
    'player.sign-in-changed': {
      playerId: string;
      what: SignInChange;
      provider: 'google' | 'discord';
      /** The audit log entry, with the addresses; null if there is none. */
      changeId: string | null;
      at: string;
    };
    /** An administrator's second factor changed. */
    'player.second-factor-changed': {
      playerId: string;
      changeId: string;
      what: FactorChange;
    };
  }
}
