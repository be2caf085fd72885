// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import sql from 'sql-template-tag';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { answerOnce, type Replay } from './answer-once.ts';
import { addressOfCall } from './caller.ts';
import type { Queryable, Tx } from './database.ts';
import type { IdempotentRequest } from './idempotency.ts';

/** An administrator's change, with the values before and after. */
export interface AdminChange {
  /** `gift-card.delete` */
  action: string;
  /** `gift-card:<id>` */
  subject: string;
  before: unknown;
  after: unknown;
  reason?: string;
}

/**
 * Writes an administrator's change into the audit log, with the caller's network address. Returns its id, as digits.
 */
export async function recordAdminChange(
  tx: Tx,
  { actorId, action, subject, before, after, reason = '' }: AdminChange & { actorId: string },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into admin_changes (actor_id, action, subject, before, after, reason, address)
    values (${actorId}, ${action}, ${subject}, ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${reason},
      ${addressOfCall()})
    returning id::text`);
  return id;
}

/** The subject of a change in the audit log; undefined once the log no longer has it. */
export function findAdminChange(
  db: Queryable,
  { changeId, subject }: { changeId: string; subject: string },
): Promise<Pick<AdminChange, 'before' | 'after'> | undefined> {
  return db.row(sql`select before, after from admin_changes where id = ${changeId} and subject = ${subject}`);
}

/** The author of a subject's newest change; undefined if the log has none. */
export async function findNewestActor(tx: Tx, subject: string): Promise<string | undefined> {
  const newest = await tx.row<{ actorId: string }>(sql`
    select actor_id from admin_changes where subject = ${subject} order by id desc limit 1`);
  return newest?.actorId;
}

interface Undoing {
  subject: string;
  actorId: string;
  /** The values that would be overwritten. */
  current: object;
}

/**
 * The change that an administrator undoes: the newest of this subject. Lock the subject first. Refuses
 * `changed_meanwhile` if another administrator made it, since undoing would overwrite their change.
 */
export async function findOwnChange(
  tx: Tx,
  { subject, actorId, current }: Undoing,
): Promise<Pick<AdminChange, 'action' | 'before' | 'after'> | Refusal> {
  const newest = await tx.row<{ actorId: string; action: string; before: unknown; after: unknown }>(sql`
    select actor_id, action, before, after from admin_changes where subject = ${subject} order by id desc limit 1`);
  if (newest?.actorId === actorId) return newest;
  return refuse('changed_meanwhile', { fields: Object.keys(current).join(', '), current });
}

/** The outcome of an administrator's change; without `change`, nothing changed and nothing is logged. */
export interface Changed<Answer> {
  answer: Answer;
  change?: AdminChange;
}

/** An edit, for `Changed`: without `change` if before and after are equal. */
export function asEdit(change: AdminChange): { change?: AdminChange } {
  const [before, after] = [change.before, change.after].map((state) => JSON.parse(JSON.stringify(state)));
  return isDeepStrictEqual(before, after) ? {} : { change };
}

/** Makes an administrator's change and writes it into the audit log, in `tx`. */
export async function changeAndRecord<Answer, Refused extends Refusal = Refusal>(
  tx: Tx,
  actorId: string,
  work: () => Promise<Changed<Answer> | Refused>,
): Promise<Answer | Refused> {
  const done = await work();
  if (isRefusal(done)) return done as Refused;
  if (done.change) await recordAdminChange(tx, { actorId, ...done.change });
  return done.answer;
}

/**
 * Makes an administrator's change unless this key was used before, writes it into the audit log and stores its answer,
 * all in `tx`. First lock the rows that two such calls share: then a call that waited for another with the same key
 * finds its answer.
 * @param request its player is the administrator
 */
export function changeOnce<Answer, Kept = Answer>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<Changed<Answer> | Refusal>,
  replay?: Replay<Answer, Kept>,
): Promise<Answer | Refusal> {
  return answerOnce(tx, request, () => changeAndRecord(tx, request.playerId, work), replay);
}
