// SPDX-License-Identifier: Apache-2.0

/** Ports that receipts and notifications need from the features they report on (see ports.ts). */
import type { Tx } from './platform/db/database.ts';

/** A player's name and e-mail address; undefined if the address is unverified or the account is gone. */
export type GetContact = (playerId: string) => Promise<{ name: string; email: string } | undefined>;

/** Stores whether the mail server accepted mail for a player, or rejected their address permanently. */
export type NoteMail = (of: { playerId: string; address: string; isTaken: boolean }) => Promise<void>;

/** The players after `after` who entered a giveaway, ordered by id, and whether they won. */
export type NextEntrants = (
  tx: Tx,
  giveawayId: string,
  page: { after: string | null; limit: number },
) => Promise<{ playerId: string; hasWon: boolean }[]>;

/** Keeps a session from ending until the transaction ends; undefined if it has ended. */
export type HoldSession = (tx: Tx, sessionId: string) => Promise<object | undefined>;

/** Turns a User-Agent into a browser name that the player recognizes. */
export type DeviceName = (userAgent: string | undefined) => string;

/** A purchase as receipts show it. */
export interface ReceiptCard {
  title: string;
  /** The price paid, in coins. */
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
  /**
   * Who to notify about a change of sign-in methods: the account's address and the addresses that the change concerns.
   */
  findAddresses(of: { playerId: string; changeId: string | null }): Promise<string[]>;
  /**
   * Until when a deletion can be cancelled: the current time, and the one that the player was told. Undefined if it
   * cannot be.
   */
  findEraseAt(playerId: string): Promise<{ saidAt: Date; eraseAt: Date } | undefined>;
  /** Whether an export of the player's data can be downloaded. */
  hasArchive(of: { exportId: string; playerId: string }): Promise<boolean>;
}
