// SPDX-License-Identifier: Apache-2.0

interface Erased {
  playerId: string;
  deletedAt: string;
}

/** What a player may do since `changedAt`. Of several lines the one with the latest `changedAt` counts. */
export interface NotedAuthority {
  playerId: string;
  roleId: string;
  isSuspended: boolean;
  changedAt: string;
}

/** What a role of an installation's own allows since then; nothing: it was deleted. */
export interface NotedRole {
  roleId: string;
  permissions: string[];
  changedAt: string;
}

/** All that a player could prove themselves by at that moment. */
export interface NotedFactors {
  playerId: string;
  passkeyIds: string[];
  appStartedAt: string | null;
  /** The beginnings of the keyed hashes of those unused. */
  recoveryCodes: string[];
  changedAt: string;
}

/** A way to sign in that was removed from an account. */
export interface NotedSignIn {
  playerId: string;
  provider: 'google' | 'discord';
  changedAt: string;
}

/** Entries that this feature writes to the journal, outside the database. */
declare module '../../platform/journal/journal.ts' {
  interface JournalEntries {
    /** Written before the commit that erases: with this entry alone, the commit may have failed. */
    erasing: Erased;
    /** Written after that commit. */
    erased: Erased;
    /** A deletion was taken back before it erased anything. */
    kept: { playerId: string; keptAt: string };
    authority: NotedAuthority;
    role: NotedRole;
    factors: NotedFactors;
    'sign-in-removed': NotedSignIn;
  }
}
