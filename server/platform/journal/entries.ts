// SPDX-License-Identifier: Apache-2.0

import type { SpendingKind, SpendingPeriod } from '../../../contract/responsible-play.ts';

/**
 * Every kind of line in the journal. Journals are read years later: a kind may get more fields, and no line ever
 * changes. Lines have no personal data, only ids, keyed fingerprints of codes, and prices. server/recovery/kinds.ts
 * defines the recovery of each kind after a restore.
 */

interface Bought {
  purchaseId: string;
  gcCoin: number;
}

export interface SoldCode extends Bought {
  id: string;
  /** Its keyed fingerprint, hexadecimal: finds the code even if its id has changed. */
  print: string;
}

export interface ShownCode {
  codeId: string;
  /** As in `SoldCode`. */
  print: string;
  /** The purchase whose buyer saw it; missing if an administrator looked. */
  bought?: Bought & { orderId: string; playerId: string };
}

export interface JournalledPayment {
  id: string;
  playerId: string;
  packageTitle: string;
  coins: number;
  xp: number;
  amountCents: number;
  createdAt: string;
  intentId: string;
}

interface Erased {
  playerId: string;
  deletedAt: string;
}

export interface JournalEntries {
  /** Written before the commit that sells. */
  sold: { orderId: string; playerId: string; codes: readonly SoldCode[] };
  /** Written before a code is shown. */
  shown: ShownCode;
  /** Codes of a lost order that nobody saw: they are in stock again. */
  released: { orderId: string; codeIds: readonly string[] };
  /** Written before the buyer can pay. */
  payment: { payment: JournalledPayment };
  /** Written before the commit that erases: without a later entry, the commit may have failed. */
  erasing: Erased;
  /** Written after that commit. */
  erased: Erased;
  /** The player cancelled a deletion before it erased anything. */
  kept: { playerId: string; keptAt: string };
  /** A player's rights since `changedAt`. */
  authority: { playerId: string; roleId: string; isSuspended: boolean; changedAt: string };
  /** A custom role's permissions since then; empty: it was deleted. */
  role: { roleId: string; permissions: string[]; changedAt: string };
  /** All of a player's second factors at that time. */
  factors: {
    playerId: string;
    passkeyIds: string[];
    appStartedAt: string | null;
    /** The beginnings of the keyed hashes of unused recovery codes. */
    recoveryCodes: string[];
    changedAt: string;
  };
  /** A sign-in method that was removed from an account. */
  'sign-in-removed': { playerId: string; provider: 'google' | 'discord'; changedAt: string };
  // Triggers write the kinds below (`note_in_journal`).
  /** A pause from playing. */
  paused: { playerId: string; until: string };
  /** A player's limit since `changedAt`, with the looser one that waits. */
  limit: {
    playerId: string;
    spends: SpendingKind;
    period: SpendingPeriod;
    amount: number | null;
    nextAmount: number | null;
    nextAt: string | null;
    changedAt: string;
  };
  /** Whether a webhook receives events since `changedAt`; without a reason it is on. */
  webhook: {
    endpointId: string;
    deletedAt: string | null;
    offReason: 'by_hand' | 'failing' | 'gone' | null;
    /** Changes with the address and with each new secret; missing in early lines. */
    revision?: string;
    changedAt: string;
  };
  /** A change that waited for a second administrator and must never be carried out. */
  declined: { approvalId: string; status: 'refused' | 'withdrawn' | 'expired' | 'unfit' };
  /** Whether a card was sent another way, without a code here, since `changedAt`. */
  'sent-elsewhere': { purchaseId: string; isElsewhere: boolean; changedAt: string };
}

export type JournalEntry = {
  [Kind in keyof JournalEntries]: { kind: Kind } & JournalEntries[Kind];
}[keyof JournalEntries];

/** A line as read. */
export type JournalLine = { at: string } & JournalEntry;

/** An entry as a line of text. */
export function toText(entry: JournalEntry): string {
  return JSON.stringify({ at: new Date().toISOString(), ...entry });
}

export function* parseLines(text: string): Generator<JournalLine> {
  for (const line of text.split('\n')) {
    try {
      if (line) yield JSON.parse(line);
    } catch {
      // Only partly written: its caller got an error asking for a retry, and nothing else.
    }
  }
}
