// SPDX-License-Identifier: Apache-2.0

/** Ports that receipts and notifications need from the features they report on (see ports.ts). */
import type { Tx } from './platform/db/database.ts';

/** A player's name and e-mail address; undefined without a verified address, or if the account is gone. */
export type GetContact = (playerId: string) => Promise<{ name: string; email: string } | undefined>;

/** Remembers whether the mail server took mail for a player, or refused their address for good. */
export type NoteMail = (of: { playerId: string; address: string; isTaken: boolean }) => Promise<void>;

/** The players after `after` who entered a giveaway, ordered by id, and whether they won. */
export type NextEntrants = (
  tx: Tx,
  giveawayId: string,
  page: { after: string | null; limit: number },
) => Promise<{ playerId: string; hasWon: boolean }[]>;

/** Keeps a session from ending until the transaction ends; undefined if it has ended. */
export type HoldSession = (tx: Tx, sessionId: string) => Promise<object | undefined>;

/** The name by which a player knows a browser, from its User-Agent. */
export type DeviceName = (userAgent: string | undefined) => string;

/** A purchase as it is shown on receipts. */
export interface ReceiptCard {
  title: string;
  /** What was paid, in coins. */
  gcCoin: number;
  status: 'delivered' | 'on_its_way' | 'refunded';
  /** ISO 8601; null if it was delivered immediately. */
  promisedBy: string | null;
}

export interface ReceiptOrder {
  createdAt: Date;
  totalGcCoin: number;
  purchases: readonly ReceiptCard[];
}

/** The contents of receipts, read when one is sent. */
export interface ReceiptPorts {
  getContact: GetContact;
  noteMail: NoteMail;
  getOrder(orderId: string): Promise<ReceiptOrder | undefined>;
  findPurchase(of: { playerId: string; purchaseId: string }): Promise<ReceiptCard | undefined>;
  /** Where a change of how a player signs in is reported: at the account's address and at those that it concerns. */
  findAddresses(of: { playerId: string; changeId: string | null }): Promise<string[]>;
  /** Until when a deleted account can be taken back, now and as its player was told; undefined if it cannot. */
  findEraseAt(playerId: string): Promise<{ saidAt: Date; eraseAt: Date } | undefined>;
  /** Whether an export of the player's data can be downloaded. */
  hasArchive(of: { exportId: string; playerId: string }): Promise<boolean>;
}
