// SPDX-License-Identifier: Apache-2.0

import type { UndoableOptions } from '../lib/api.ts';
import { notify } from './toast.tsx';

/**
 * Does something that can be undone, and offers that for eight seconds.
 * @param change does it, or undoes it
 * @param said the toast's title, and what was changed
 */
export async function changeWithUndo(
  change: (options?: UndoableOptions) => Promise<unknown>,
  said: { key: string; done: string; name: string },
): Promise<void> {
  await change();
  const undo = () => change({ isUndo: true }).then(() => notify.done('Undone'));
  // A failure was announced by then.
  notify.undoable(said.key, () => void undo().catch(() => undefined), said.done, said.name);
}

/** The same for a row that is turned on or off. */
export function switchRow(
  toggle: (isActive: boolean, options?: UndoableOptions) => Promise<unknown>,
  isActive: boolean,
  said: { key: string; done: string; name: string },
): Promise<void> {
  return changeWithUndo((options) => toggle(options?.isUndo ? !isActive : isActive, options), said);
}
