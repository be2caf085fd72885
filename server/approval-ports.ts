// SPDX-License-Identifier: Apache-2.0

/** Ports between features and approvals (see ports.ts). */
import type { ApprovalLimits } from '../contract/approvals-admin.ts';
import type { ActedWay, AutomaticWay } from '../contract/coin-limits-admin.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/** An administrator who may approve another's change. */
export interface Officer {
  playerId: string;
  permissions: ReadonlySet<Permission>;
  /** When they last got a role, or their role got more permissions. */
  since: Date;
  /**
   * Everyone who gave them a role or its permissions, directly or further up the chain (docs/rules/approvals.md, 13).
   */
  appointedBy: readonly string[];
}

/** Everyone who may sign in and has this permission. */
export type ListOfficers = (db: Queryable) => Promise<Officer[]>;

/**
 * Whether anyone has changed the permissions of an administrator other than `except`, or ended their sessions, since
 * `since`.
 */
export type WereOfficersChanged = (db: Queryable, asked: { except: string; since: Date }) => Promise<boolean>;

/** The coins that a change moves, compared with the limit of its kind; null: no upper bound. */
export interface ApprovalMeasure {
  kind: keyof ApprovalLimits;
  coins: number | null;
  /** True: the change waits even if it moves no coins. */
  isAlways?: boolean;
  /** How many coins the change creates, and in which way; counts towards the daily limit. */
  makes?: { way: ActedWay; coins: number };
}

/** Takes automatically created coins from the daily limit; false if too little of it is left. */
export type TakeCoins = (
  tx: Tx,
  way: AutomaticWay,
  coins: number | (() => Promise<number>),
) => Promise<boolean>;

/** A change that may have to wait for a second administrator. */
export interface ApprovalAsked {
  actorId: string;
  /** The key under which the feature registers how to carry it out (`approvable` of feature.ts). */
  operation: string;
  /** The permission that the change requires. */
  permission: Permission;
  measure: () => readonly ApprovalMeasure[] | Promise<readonly ApprovalMeasure[]>;
  title: string;
  subject: string;
  /** The player whose account it changes. */
  playerId?: string;
  /** What would change, without personal data. */
  before: unknown;
  after: unknown;
  /** All input needed to carry it out, as JSON. */
  input: object;
  reason?: string;
}

/**
 * Returns undefined if the change may happen now. Otherwise stores it as a waiting change in this transaction, and
 * returns the refusal for the caller; answering with that refusal commits the transaction.
 */
export type AskApproval = (tx: Tx, asked: ApprovalAsked) => Promise<Refusal | undefined>;

/** A change that is due. */
export interface Approved {
  /** Who asked for the change. It is carried out in their name. */
  actorId: string;
  /** As the administrator requested it. */
  input: unknown;
  /** The values and the result that the approver saw. The change is refused if the values have changed since. */
  before: unknown;
  after: unknown;
  reason: string;
  approvalId: string;
  /** Null if nobody could approve it and its delay has passed. */
  approverId: string | null;
}

/** Checks an approved change again, carries it out and writes its audit log entry, all in `tx`. */
export type CarryOut = (tx: Tx, approved: Approved) => Promise<unknown>;
