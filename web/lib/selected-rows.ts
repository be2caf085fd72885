// SPDX-License-Identifier: Apache-2.0

/**
 * Pure: the selected rows after a press (docs/rules/bulk-actions.md, 1). With `isRange`, all rows from the previously
 * pressed one to this one get this one's new state.
 */
export function selectedAfter(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  press: { id: string; anchor: string | undefined; isRange: boolean },
): Set<string> {
  const next = new Set(selected);
  const rows: readonly (string | undefined)[] = ids;
  const [at, from] = [rows.indexOf(press.id), rows.indexOf(press.anchor)];
  const becomes = !selected.has(press.id);
  const pressed =
    press.isRange && from >= 0 ? ids.slice(Math.min(at, from), Math.max(at, from) + 1) : [press.id];
  for (const id of pressed) {
    if (becomes) next.add(id);
    else next.delete(id);
  }
  return next;
}
