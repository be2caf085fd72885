// SPDX-License-Identifier: Apache-2.0

/**
 * The fields of forms that somebody has changed on this page. A form that is closed or saved takes its fields away, and they
 * no longer count.
 */
const changed = new Set<Element>();

/** A search narrows what is shown, and a code counts for moments: nothing is lost with them. */
const fleeting = '[type=search], [autocomplete=one-time-code]';

function isOfForm(field: Element): boolean {
  return field.closest('form') !== null && !field.matches(fleeting);
}

function note({ target }: Event): void {
  if (target instanceof Element && isOfForm(target)) changed.add(target);
}

if (typeof window !== 'undefined') {
  for (const kind of ['input', 'change'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/** Whether the page would lose something that was typed. */
export function hasTyped(): boolean {
  for (const field of changed) {
    if (!field.isConnected) changed.delete(field);
  }
  return changed.size > 0;
}
