// SPDX-License-Identifier: Apache-2.0

/** What features and approvals need from each other; as ports.ts. */
import type { ApprovalLimits } from '../contract/approvals-admin.ts';
import type { ActedWay, AutomaticWay } from '../contract/coin-limits-admin.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Queryable, Tx } from './platform/db/database.ts';
import type { Refusal } from './platform/refusal.ts';

/** An administrator as the approval of somebody else's change sees them. */
export interface Officer {
  playerId: string;
  permissions: ReadonlySet<Permission>;
  /** When they were last given a role, or their role more permissions. */
  since: Date;
  /** Who gave them either. */
  appointedBy: readonly string[];
}

/** Everybody with any permission who may sign in. */
export type ListOfficers = (db: Queryable) => Promise<Officer[]>;

/** Gamer Coins that a change is about, to be compared with the limit of their kind; null is without end. */
export interface ApprovalMeasure {
  kind: keyof ApprovalLimits;
  coins: number | null;
  /** How many of them are made by the change, and in which way: for the limit of the day. */
  makes?: { way: ActedWay; coins: number };
}

/** Coins that are about to be made by themselves; false where the day's limit has not so many left. */
export type TakeCoins = (
  tx: Tx,
  way: AutomaticWay,
  coins: number | (() => Promise<number>),
) => Promise<boolean>;

/** A change that may have to wait for a second administrator. */
export interface ApprovalAsked {
  actorId: string;
  /** Under which the feature carries it out (`approvable` of feature.ts). */
  operation: string;
  /** What doing it takes. */
  permission: Permission;
  measure: () => readonly ApprovalMeasure[] | Promise<readonly ApprovalMeasure[]>;
  title: string;
  subject: string;
  /** Whose account it is about. */
  playerId?: string;
  /** What would change, without words about a person. */
  before: unknown;
  after: unknown;
  /** All that carrying it out takes, as JSON. */
  input: object;
  reason?: string;
}

/**
 * Undefined where a change may be done now. Otherwise it waits from this transaction on, and the call is answered by the refusal,
 * which keeps what was written down.
 */
export type AskApproval = (tx: Tx, asked: ApprovalAsked) => Promise<Refusal | undefined>;

/** A change whose time has come. */
export interface Approved {
  /** Who asked, in whose name it is done. */
  actorId: string;
  /** As it was asked for. */
  input: unknown;
  /** What it would lead to, as it was shown when it was asked for: what others changed since may make it no more than that. */
  after: unknown;
  reason: string;
  approvalId: string;
  /** Null where nobody could approve it, and its time came. */
  approverId: string | null;
}

/** Does a change that was approved, checked again, and writes it into the audit log, all in `tx`. */
export type CarryOut = (tx: Tx, approved: Approved) => Promise<unknown>;
