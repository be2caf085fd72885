// SPDX-License-Identifier: Apache-2.0

import type { UndoableOptions } from '../lib/api.ts';
import { notify } from './toast.tsx';

/**
 * Makes a change and offers to undo it for eight seconds.
 * @param change makes the change, or undoes it
 * @param said the toast's title, and what was changed
 */
export async function changeWithUndo(
  change: (options?: UndoableOptions) => Promise<unknown>,
  said: { key: string; done: string; name: string },
): Promise<void> {
  await change();
  const undo = () => change({ isUndo: true }).then(() => notify.done('Undone'));
  // The call has already announced the failure.
  notify.undoable(said.key, () => void undo().catch(() => undefined), said.done, said.name);
}

/** The same for turning a row on or off. */
export function switchRow(
  toggle: (isActive: boolean, options?: UndoableOptions) => Promise<unknown>,
  isActive: boolean,
  said: { key: string; done: string; name: string },
): Promise<void> {
  return changeWithUndo((options) => toggle(options?.isUndo ? !isActive : isActive, options), said);
}
