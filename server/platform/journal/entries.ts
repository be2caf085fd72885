// SPDX-License-Identifier: Apache-2.0

import type { SpendingKind, SpendingPeriod } from '../../../contract/responsible-play.ts';

/**
 * Every kind of line in the journal. Journals are read years later: a kind may get more fields, and no line ever changes.
 * Lines have no personal data, only ids, keyed fingerprints of codes, and prices. server/recovery/kinds.ts says what is
 * done with each kind after a restore.
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
  /** Written before the commit that erases: with this entry alone, the commit may have failed. */
  erasing: Erased;
  /** Written after that commit. */
  erased: Erased;
  /** A deletion was taken back before it erased anything. */
  kept: { playerId: string; keptAt: string };
  /** What a player may do since `changedAt`. */
  authority: { playerId: string; roleId: string; isSuspended: boolean; changedAt: string };
  /** What a role of an installation's own allows since then; nothing: it was deleted. */
  role: { roleId: string; permissions: string[]; changedAt: string };
  /** All that a player could prove themselves by at that moment. */
  factors: {
    playerId: string;
    passkeyIds: string[];
    appStartedAt: string | null;
    /** The beginnings of the keyed hashes of those unused. */
    recoveryCodes: string[];
    changedAt: string;
  };
  /** A way to sign in that was removed from an account. */
  'sign-in-removed': { playerId: string; provider: 'google' | 'discord'; changedAt: string };
  // Those below are written by triggers (`note_in_journal`).
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
  /** Whether a webhook gets events since `changedAt`; without a reason it is on. */
  webhook: {
    endpointId: string;
    deletedAt: string | null;
    offReason: 'by_hand' | 'failing' | 'gone' | null;
    /** Changes with the address and with each new secret; missing in early lines. */
    revision?: string;
    changedAt: string;
  };
  /** A change that waited for a second administrator and is never to be carried out. */
  declined: { approvalId: string; status: 'refused' | 'withdrawn' | 'expired' | 'unfit' };
  /** Whether a card was sent another way, without a code here, since `changedAt`. */
  'sent-elsewhere': { purchaseId: string; isElsewhere: boolean; changedAt: string };
}

export type JournalEntry = {
  [Kind in keyof JournalEntries]: { kind: Kind } & JournalEntries[Kind];
}[keyof JournalEntries];

/** As read. */
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
      // Only partly written: its caller was told to try again, and got nothing.
    }
  }
}
