// SPDX-License-Identifier: Apache-2.0

/** What features and approvals need from each other; like ports.ts. */
import type { ApprovalLimits } from '../contract/approvals-admin.ts';
import type { ActedWay, AutomaticWay } from '../contract/coin-limits-admin.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/** An administrator, for the approval of another's change. */
export interface Officer {
  playerId: string;
  permissions: ReadonlySet<Permission>;
  /** When they last got a role, or their role got more permissions. */
  since: Date;
  /** Everyone who gave them either, and who stands behind these (docs/rules/approvals.md, 13). */
  appointedBy: readonly string[];
}

/** Everyone who has a permission and may sign in. */
export type ListOfficers = (db: Queryable) => Promise<Officer[]>;

/** Whether anybody changed what an administrator other than `except` may do, or ended their sessions, since then. */
export type WereOfficersChanged = (db: Queryable, asked: { except: string; since: Date }) => Promise<boolean>;

/** The coins of a change, to compare with the limit of its kind; null: no upper bound. */
export interface ApprovalMeasure {
  kind: keyof ApprovalLimits;
  coins: number | null;
  /** True: it waits even if it moves no coins. */
  isAlways?: boolean;
  /** How many of them the change makes, and in which way; counts towards the daily limit. */
  makes?: { way: ActedWay; coins: number };
}

/** Takes coins that are made automatically from the daily limit; false if too little of it is left. */
export type TakeCoins = (
  tx: Tx,
  way: AutomaticWay,
  coins: number | (() => Promise<number>),
) => Promise<boolean>;

/** A change that may have to wait for a second administrator. */
export interface ApprovalAsked {
  actorId: string;
  /** The name by which the feature finds how to carry it out (`approvable` of feature.ts). */
  operation: string;
  /** The permission that the change requires. */
  permission: Permission;
  measure: () => readonly ApprovalMeasure[] | Promise<readonly ApprovalMeasure[]>;
  title: string;
  subject: string;
  /** The player whose account it concerns. */
  playerId?: string;
  /** What would change, without personal data. */
  before: unknown;
  after: unknown;
  /** All input that carrying it out needs, as JSON. */
  input: object;
  reason?: string;
}

/**
 * Returns undefined if the change may be done now. Otherwise stores it as waiting, in this transaction, and returns the
 * refusal to answer the call with, which commits what was stored.
 */
export type AskApproval = (tx: Tx, asked: ApprovalAsked) => Promise<Refusal | undefined>;

/** A change that is due to be carried out. */
export interface Approved {
  /** Who asked for the change. It is done in their name. */
  actorId: string;
  /** As it was asked for. */
  input: unknown;
  /** What was shown to the administrator who approved: the values before it, and its result. It is carried out on no other values. */
  before: unknown;
  after: unknown;
  reason: string;
  approvalId: string;
  /** Null if there was nobody to approve it and its delay has passed. */
  approverId: string | null;
}

/** Checks an approved change again, carries it out and writes it into the audit log, all in `tx`. */
export type CarryOut = (tx: Tx, approved: Approved) => Promise<unknown>;
