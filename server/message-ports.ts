// SPDX-License-Identifier: Apache-2.0

/** What receipts and notifications need of the features that they tell players of; as ports.ts. */
import type { Tx } from './platform/db/database.ts';

/** A player's name and address; undefined without a verified address, or without an account by now. */
export type GetContact = (playerId: string) => Promise<{ name: string; email: string } | undefined>;

/** Who entered a giveaway, and whether they won, in the order of their ids, from `after` on. */
export type NextEntrants = (
  tx: Tx,
  giveawayId: string,
  page: { after: string | null; limit: number },
) => Promise<{ playerId: string; hasWon: boolean }[]>;

/** Keeps a session from ending within this transaction; undefined where it has ended. */
export type HoldSession = (tx: Tx, sessionId: string) => Promise<object | undefined>;

/** What a player knows a browser by, from its User-Agent. */
export type DeviceName = (userAgent: string | undefined) => string;

/** A purchase as receipts name it. */
export interface ReceiptCard {
  title: string;
  /** What was paid, in coins. */
  gcCoin: number;
  status: 'delivered' | 'on_its_way' | 'refunded';
  /** ISO 8601; null where it was delivered at once. */
  promisedBy: string | null;
}

export interface ReceiptOrder {
  createdAt: Date;
  totalGcCoin: number;
  purchases: readonly ReceiptCard[];
}

/** What receipts are about, read when one is sent. */
export interface ReceiptPorts {
  getContact: GetContact;
  getOrder(orderId: string): Promise<ReceiptOrder | undefined>;
  findPurchase(of: { playerId: string; purchaseId: string }): Promise<ReceiptCard | undefined>;
  /** Until when a deleted account can be taken back; undefined where there is nothing to take back. */
  findEraseAt(playerId: string): Promise<Date | undefined>;
  /** Whether an export of the player's data can be downloaded. */
  hasArchive(of: { exportId: string; playerId: string }): Promise<boolean>;
}
