// SPDX-License-Identifier: Apache-2.0

import type { LoadedFields } from '../../../contract/edits.ts';
import {
  type SavedView,
  toViewQuery,
  type ViewedListName,
  type ViewInput,
  viewLimits,
} from '../../../contract/saved-views.ts';
import { type AdminChange, asEdit, changeAndRecord, changeOnce } from '../../platform/db/admin-changes.ts';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type Caller, maySee, type SavedViewsDeps, showView } from './read-views.ts';
import * as store from './saved-view-store.ts';

/** The view in its stored form; refuses `view_unfit` if the list's address has no such parameters. */
function fitting<View extends ViewInput>(list: string, view: View): View | Refusal {
  const address = new URLSearchParams(view.query);
  const query = toViewQuery(list as ViewedListName, address);
  const isWhole = [...address].every(([name, value], place, all) => {
    const isFirst = all.findIndex(([other]) => other === name) === place;
    return isFirst && (value === '' || new URLSearchParams(query).get(name) === value);
  });
  return isWhole ? { ...view, query } : refuse('view_unfit');
}

/** The part of a view that others see: nothing unless it is shared. */
function sharedPart({ list, name, query, isShared }: Omit<store.ViewRow, 'id' | 'ownerId' | 'createdAt'>) {
  return isShared ? { list, name, query } : null;
}

/** The audit log entry: what others saw before, and see now. */
function toChange(
  viewId: string,
  action: 'share' | 'update' | 'delete',
  [before, after]: [before: unknown, after: unknown],
): { change?: AdminChange } {
  return asEdit({ action: `saved-view.${action}`, subject: `saved-view:${viewId}`, before, after });
}

/** Saves a list's current filter and order. The audit log records shared views. Refuses as declared in the contract. */
export function createView(
  {
    caller,
    view,
    idempotencyKey,
  }: {
    caller: Caller;
    view: ViewInput & { list: ViewedListName };
    idempotencyKey: string;
  },
  { db, clock, holdRights }: SavedViewsDeps,
): Promise<SavedView | Refusal> {
  const { playerId } = caller;
  const request = { playerId, key: idempotencyKey, input: { operation: 'saved-view.create', view } };
  return db.transaction<SavedView | Refusal>(async (tx) => {
    const held = await holdRights(tx, playerId);
    if (!maySee(caller.rights, view.list) || !maySee(held, view.list)) return refuse('forbidden');
    await store.lockViews(tx, playerId);
    return changeOnce<SavedView>(tx, request, async () => {
      const fit = fitting(view.list, view);
      if (isRefusal(fit)) return fit;
      if ((await store.countViews(tx, playerId)) >= viewLimits.views) {
        return refuse('too_many_views', { max: viewLimits.views });
      }
      const row = await store.insertView(tx, { ...fit, ownerId: playerId, createdAt: clock.now() });
      if (!row) return refuse('view_exists');
      const answer = showView(row, '');
      return { answer, ...toChange(row.id, 'share', [null, sharedPart(row)]) };
    });
  });
}

/**
 * Locks the caller's own view. Others' shared views can be read but not changed; whether others have private views is
 * not revealed.
 */
async function lockOwn(
  tx: Tx,
  { caller: { playerId, rights }, viewId }: { caller: Caller; viewId: string },
  { holdRights }: SavedViewsDeps,
): Promise<store.ViewRow | Refusal> {
  const held = await holdRights(tx, playerId);
  const view = await store.lockView(tx, viewId);
  if (!view || !maySee(rights, view.list) || !maySee(held, view.list)) return refuse('not_found');
  if (view.ownerId === playerId) return view;
  return refuse(view.isShared ? 'forbidden' : 'not_found');
}

/** Refuses as declared in the contract. */
export async function editView(
  {
    caller,
    viewId,
    view: sent,
    loaded,
  }: {
    caller: Caller;
    viewId: string;
    view: ViewInput;
    loaded: LoadedFields;
  },
  deps: SavedViewsDeps,
): Promise<SavedView | Refusal> {
  try {
    return await deps.db.transaction<SavedView | Refusal>((tx) =>
      changeAndRecord(tx, caller.playerId, async () => {
        const current = await lockOwn(tx, { caller, viewId }, deps);
        if (isRefusal(current)) return current;
        const merged = mergeEdit({ sent, loaded, current });
        if (isRefusal(merged)) return merged;
        const fit = fitting(current.list, merged);
        if (isRefusal(fit)) return fit;
        const updated = await store.updateView(tx, viewId, fit);
        const change = toChange(viewId, 'update', [sharedPart(current), sharedPart(updated)]);
        return { answer: showView(updated, ''), ...change };
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name')) return refuse('view_exists');
    throw error;
  }
}

/** Refuses `not_found`, and `forbidden` for a view that someone else shares. */
export function deleteView(
  own: { caller: Caller; viewId: string },
  deps: SavedViewsDeps,
): Promise<{ _id: string } | Refusal> {
  const { caller, viewId } = own;
  return deps.db.transaction<{ _id: string } | Refusal>((tx) =>
    changeAndRecord(tx, caller.playerId, async () => {
      const current = await lockOwn(tx, own, deps);
      if (isRefusal(current)) return current;
      await store.deleteView(tx, viewId);
      return { answer: { _id: viewId }, ...toChange(viewId, 'delete', [sharedPart(current), null]) };
    }),
  );
}
