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
      /** Keyed hash of the network that the sign-in came from. */
      networkHash: string;
      at: string;
    };
    /** A player signed in with Discord: the lasting ids of the game accounts that are linked there, maybe none. */
    'player.epic-accounts-shown': { playerId: string; accountIds: string[]; at: string };
    /** A player's account was deleted; the deletion can be taken back until `eraseAt`. */
    'player.deleted': { playerId: string; eraseAt: string };
    /** An export of a player's data is ready until `expiresAt`; null if it could not be made. */
    'data-export.ended': { exportId: string; playerId: string; expiresAt: string | null };
    /** An administrator suspended a player. */
    'player.suspended': { playerId: string };
    /** An administrator took a player's handle away. The event does not say which, as that would outlive the reset. */
    'player.handle-reset': { playerId: string; changeId: string };
    /** A way to sign in to a player's account, or the address that comes from it, changed. */
    'player.sign-in-changed': {
      playerId: string;
      what: SignInChange;
      provider: 'google' | 'discord';
      /** The entry in the audit log, with the addresses; null if there is none. */
      changeId: string | null;
      at: string;
    };
    /** Something happened to an administrator's second factor. */
    'player.second-factor-changed': {
      playerId: string;
      changeId: string;
      what: FactorChange;
    };
  }
}
