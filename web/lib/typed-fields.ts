// SPDX-License-Identifier: Apache-2.0

/**
 * Fields of forms and dialogs that somebody has changed on this page. When a form is closed or saved, its fields leave
 * the page and no longer count.
 */
const changed = new Set<Element>();

/** Input whose loss doesn't matter: searches only filter a list, and codes are valid only briefly. */
const fleeting = '[type=search], [role=combobox], [autocomplete=one-time-code]';
const places = 'form, [role=dialog], [role=alertdialog]';

function isOfForm(field: Element): boolean {
  return field.closest(places) !== null && !field.matches(fleeting);
}

function note({ target }: Event): void {
  if (!(target instanceof Element) || !isOfForm(target)) return;
  forget((field) => !field.isConnected);
  changed.add(target);
}

function forget(isGone: (field: Element) => boolean): void {
  for (const field of changed) if (isGone(field)) changed.delete(field);
}

if (typeof window !== 'undefined') {
  for (const kind of ['input', 'change'])
    window.addEventListener(kind, note, { capture: true, passive: true });
  // A form that stays on the page is reset after saving.
  window.addEventListener(
    'reset',
    ({ target }) => forget((field) => target instanceof Element && target.contains(field)),
    { capture: true, passive: true },
  );
}

/** Whether typed input would be lost with this page. */
export function hasTyped(): boolean {
  forget((field) => !field.isConnected);
  return changed.size > 0;
}
