// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from 'node:util';
import type { LoadedFields } from '../contract/edits.ts';
import type { Permission } from '../contract/permissions.ts';
import type { ApprovalMeasure, AskApproval, CarryOut } from './approval-ports.ts';
import { type Changed, changeAndRecord, changeOnce, findOwnChange } from './platform/db/admin-changes.ts';
import type { Replay } from './platform/db/answer-once.ts';
import type { Database, Tx } from './platform/db/database.ts';
import type { Writers } from './platform/db/editors.ts';
import { mergeEdit, requireAsShown } from './platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from './platform/refusal.ts';

type Outcome<Result> = Promise<Result | Refusal>;
type Check = Refusal | undefined | Promise<Refusal | undefined>;

/** A change to an existing row, merged with what others saved meanwhile. */
export interface Edit<Row, Terms> extends Writers {
  id: string;
  row: Row;
  before: Terms;
  after: Terms;
  /** The fields in the request, merged. */
  sent: Partial<Terms>;
}

/**
 * A kind of thing that administrators change and delete. Each change is one transaction with its audit log entry, and
 * needs a second administrator's approval above a limit (docs/rules/approvals.md, 1).
 */
export interface Editable<Row, Terms extends object, Answer, Deps> {
  /** The prefix of its subjects in the audit log: `giveaway`. */
  kind: string;
  operations: { edit: string; remove: string };
  permission: Permission;
  /**
   * The names under which stored requests keep the id and the terms, and the id of a removal where it differs. Keep
   * them: a call repeated across an upgrade must equal the stored one.
   */
  stored: { id: string; terms: string; removedId?: string };
  /** Title of a request to approve an edit. */
  title: (before: Terms) => string;
  /** Locks the row; undefined if it does not exist. */
  lock: (tx: Tx, id: string) => Promise<Row | undefined>;
  toTerms: (row: Row) => Terms;
  /** What the approver of an edit sees. The edit is carried out only while this is unchanged. */
  show: (terms: Terms) => object;
  /** The coins to compare with the limits. */
  measure: (
    tx: Tx,
    edit: { id: string; before: Terms; after: Terms },
    deps: Deps,
  ) => readonly ApprovalMeasure[] | Promise<readonly ApprovalMeasure[]>;
  /** Whether this row can still change. */
  checkRow?: (row: Row) => Refusal | undefined;
  /** Completes merged terms. */
  complete?: (tx: Tx, id: string, terms: Terms) => Promise<Terms>;
  check?: (tx: Tx, edit: Edit<Row, Terms>) => Check;
  /** Whether the approval came too late for these terms. */
  checkApproved?: (terms: Terms, deps: Deps, approved: Terms) => Refusal | undefined;
  update: (tx: Tx, edit: Edit<Row, Terms>, deps: Deps) => Promise<Changed<Answer>>;
  checkRemoval?: (tx: Tx, id: string, row: Row) => Check;
  remove: (tx: Tx, removed: { id: string; row: Row; actorId: string }, deps: Deps) => Promise<void>;
  /** How to answer a repeated call, if not with the stored answer. */
  replay?: (tx: Tx, deps: Deps) => Replay<Answer, unknown>;
}

/** A kind that administrators also create; creation may need approval too. */
export interface Creatable<Row, Terms extends object, Answer, Deps>
  extends Editable<Row, Terms, Answer, Deps> {
  creation: {
    operation: string;
    /** Title of a request to approve a creation. */
    title: (terms: Terms) => string;
    measure: (
      tx: Tx,
      terms: Terms,
      deps: Deps,
    ) => readonly ApprovalMeasure[] | Promise<readonly ApprovalMeasure[]>;
    check?: (terms: Terms) => Refusal | undefined;
    insert: (tx: Tx, terms: Terms, writers: Writers, deps: Deps) => Promise<Changed<Answer>>;
  };
}

type CallDeps<Deps> = Deps & { db: Database; askApproval: AskApproval };

interface Keyed {
  actorId: string;
  idempotencyKey: string;
}

interface EditCall<Terms> {
  actorId: string;
  id: string;
  terms: Partial<Terms>;
  loaded?: LoadedFields;
  /** Undoes the caller's own newest change. */
  isUndo?: boolean | undefined;
  /** Set for calls that carry one. */
  idempotencyKey?: string;
}

const toSubject = (kind: string, id: string) => `${kind}:${id}`;

const toRequest = ({ actorId, idempotencyKey }: Keyed, input: object) => ({
  playerId: actorId,
  key: idempotencyKey,
  input,
});

type Creation<Terms> = Keyed & { terms: Terms };

function create<Row, Terms extends object, Answer, Deps>(
  spec: Creatable<Row, Terms, Answer, Deps>,
  { terms, ...call }: Creation<Terms>,
  deps: CallDeps<Deps>,
): Outcome<Answer> {
  const { operation, title, measure, check, insert } = spec.creation;
  const input = { [spec.stored.terms]: terms };
  return deps.db.transaction<Answer | Refusal>((tx) => {
    const work = async () => {
      const fault = check?.(terms);
      if (fault) return fault;
      const waits = await deps.askApproval(tx, {
        actorId: call.actorId,
        operation,
        permission: spec.permission,
        measure: () => measure(tx, terms, deps),
        title: title(terms),
        subject: spec.kind,
        before: null,
        after: terms,
        input,
      });
      return waits ?? insert(tx, terms, { actorId: call.actorId }, deps);
    };
    const request = toRequest(call, { operation, ...input });
    return changeOnce<Answer, unknown>(tx, request, work, spec.replay?.(tx, deps));
  });
}

type Asked<Terms> = Omit<EditCall<Terms>, 'actorId' | 'idempotencyKey'>;

async function apply<Row, Terms extends object, Answer, Deps>(
  tx: Tx,
  spec: Editable<Row, Terms, Answer, Deps>,
  { id, terms, loaded, isUndo, row, ...writers }: Asked<Terms> & Writers & { row: Row | undefined },
  deps: Deps,
  mayNot: (edit: Edit<Row, Terms>) => Check,
): Outcome<Changed<Answer>> {
  if (!row) return refuse('not_found');
  const closed = spec.checkRow?.(row);
  if (closed) return closed;
  const before = spec.toTerms(row);
  const sent = mergeEdit<Partial<Terms>>({ sent: terms, loaded, current: before });
  if (isRefusal(sent)) return sent;
  if (isUndo) {
    const own = await checkOwn(tx, toSubject(spec.kind, id), writers.actorId, { sent, before });
    if (own) return own;
  }
  const merged = { ...before, ...sent };
  const after = spec.complete ? await spec.complete(tx, id, merged) : merged;
  const edit: Edit<Row, Terms> = { ...writers, id, row, before, after, sent };
  return (await spec.check?.(tx, edit)) ?? (await mayNot(edit)) ?? (await spec.update(tx, edit, deps));
}

/** Refuses to undo a change that is not the newest one. */
async function checkOwn<Terms extends object>(
  tx: Tx,
  subject: string,
  actorId: string,
  { sent, before }: { sent: Partial<Terms>; before: Terms },
): Promise<Refusal | undefined> {
  const fields = (Object.keys(sent) as (keyof Terms)[]).filter(
    (field) => !isDeepStrictEqual(sent[field], before[field]),
  );
  // Nothing is left to undo.
  if (fields.length === 0) return undefined;
  const current = Object.fromEntries(fields.map((field) => [field, before[field]]));
  const own = await findOwnChange(tx, { subject, actorId, current });
  return isRefusal(own) ? own : undefined;
}

function edit<Row, Terms extends object, Answer, Deps>(
  spec: Editable<Row, Terms, Answer, Deps>,
  { idempotencyKey, ...call }: EditCall<Terms>,
  deps: CallDeps<Deps>,
): Outcome<Answer> {
  const { actorId, id, terms, loaded, isUndo } = call;
  const operation = spec.operations.edit;
  return deps.db.transaction<Answer | Refusal>(async (tx) => {
    // Locked first, so that a call that waited for another with the same key finds its answer.
    const row = await spec.lock(tx, id);
    const ask = ({ before, after }: Edit<Row, Terms>) =>
      deps.askApproval(tx, {
        actorId,
        operation,
        permission: spec.permission,
        measure: () => spec.measure(tx, { id, before, after }, deps),
        title: spec.title(before),
        subject: toSubject(spec.kind, id),
        before: spec.show(before),
        after: spec.show(after),
        input: { [spec.stored.id]: id, [spec.stored.terms]: terms, loaded },
      });
    const work = () => apply(tx, spec, { ...call, row }, deps, ask);
    if (idempotencyKey === undefined) return changeAndRecord(tx, actorId, work);
    const input = { operation, id, [spec.stored.terms]: terms, loaded, ...(isUndo && { isUndo }) };
    const request = toRequest({ actorId, idempotencyKey }, input);
    return changeOnce<Answer, unknown>(tx, request, work, spec.replay?.(tx, deps));
  });
}

function carryOutCreation<Row, Terms extends object, Answer, Deps>(
  spec: Creatable<Row, Terms, Answer, Deps>,
  deps: Deps,
): CarryOut {
  return (tx, { actorId, approverId, input }) => {
    const terms = (input as Record<string, Terms>)[spec.stored.terms] as Terms;
    return changeAndRecord(tx, actorId, async () => {
      const fault = spec.creation.check?.(terms) ?? spec.checkApproved?.(terms, deps, terms);
      return fault ?? spec.creation.insert(tx, terms, { actorId, approverId }, deps);
    });
  };
}

function carryOutEdit<Row, Terms extends object, Answer, Deps>(
  spec: Editable<Row, Terms, Answer, Deps>,
  deps: Deps,
): CarryOut {
  return async (tx, { actorId, approverId, input, before: shown, after: approved }) => {
    const asked = input as Record<string, unknown> & Pick<EditCall<Terms>, 'loaded'>;
    const [id, terms] = [asked[spec.stored.id] as string, asked[spec.stored.terms] as Partial<Terms>];
    const row = await spec.lock(tx, id);
    // Checked first: after another administrator's save, the change may be smaller, or empty.
    const changed = row && requireAsShown(shown, spec.show(spec.toTerms(row)));
    if (changed) return changed;
    const call = { actorId, approverId, id, terms, loaded: asked.loaded, row };
    const isLate = ({ after }: Edit<Row, Terms>) => spec.checkApproved?.(after, deps, approved as Terms);
    return changeAndRecord(tx, actorId, () => apply(tx, spec, call, deps, isLate));
  };
}

type Removal = Keyed & { id: string };

function remove<Row, Terms extends object, Answer, Deps>(
  spec: Editable<Row, Terms, Answer, Deps>,
  { id, ...call }: Removal,
  deps: Deps & { db: Database },
): Outcome<Record<string, never>> {
  const operation = spec.operations.remove;
  const request = toRequest(call, { operation, [spec.stored.removedId ?? spec.stored.id]: id });
  return deps.db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const row = await spec.lock(tx, id);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!row) return refuse('not_found');
      const kept = await spec.checkRemoval?.(tx, id, row);
      if (kept) return kept;
      await spec.remove(tx, { id, row, actorId: call.actorId }, deps);
      const change = { action: operation, subject: toSubject(spec.kind, id), before: row, after: null };
      return { answer: {}, change };
    });
  });
}

/** The operations of an editable kind. They refuse what the kind's own checks refuse, and the codes named here. */
export function editable<Row, Terms extends object, Answer, Deps>(spec: Editable<Row, Terms, Answer, Deps>) {
  return {
    /** Changes the given fields. Refuses `not_found`, `changed_meanwhile`, and `waits_for_approval` above a limit. */
    edit: (call: EditCall<Terms>, deps: CallDeps<Deps>) => edit(spec, call, deps),
    /** Applies once per key. Refuses `not_found`. */
    remove: (call: Removal, deps: Deps & { db: Database }) => remove(spec, call, deps),
    /** Carries out an approved change in the name of the administrator who requested it. */
    approvable: (deps: Deps): Record<string, CarryOut> => ({
      [spec.operations.edit]: carryOutEdit(spec, deps),
    }),
  };
}

/** The same for a kind that can be created. */
export function creatable<Row, Terms extends object, Answer, Deps>(
  spec: Creatable<Row, Terms, Answer, Deps>,
) {
  const edits = editable(spec);
  return {
    ...edits,
    /** Applies once per key. Refuses `waits_for_approval` above a limit. */
    create: (call: Creation<Terms>, deps: CallDeps<Deps>) => create(spec, call, deps),
    approvable: (deps: Deps): Record<string, CarryOut> => ({
      [spec.creation.operation]: carryOutCreation(spec, deps),
      ...edits.approvable(deps),
    }),
  };
}

/** The dependencies of a kind's operations. */
export type EditDeps<Edits extends { edit: (call: never, deps: never) => unknown }> = Parameters<
  Edits['edit']
>[1];
