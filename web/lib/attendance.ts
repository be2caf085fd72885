// SPDX-License-Identifier: Apache-2.0

/** A page that nobody has touched for this long makes its calls by itself; the server does not count those as use. */
const unattendedAfterMs = 60_000;
/** Well within the 30 minutes after which a session counts as unused (docs/rules/accounts.md, 31). */
const toldEveryMs = 5 * 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart'];

let touchedAt = Date.now();
let toldAt = Date.now();

/** Notes that somebody is using the page. */
export function noteAttendance(): void {
  touchedAt = Date.now();
}

if (typeof window !== 'undefined') {
  for (const kind of touches) window.addEventListener(kind, noteAttendance, { capture: true, passive: true });
}

/** Notes that a call has told the server of the use. */
export function noteUseTold(): void {
  toldAt = Date.now();
}

/** Whether somebody uses the page, such as by typing, without a call that tells the server so. */
export function isUseUntold(): boolean {
  return !isUnattended() && Date.now() - toldAt > toldEveryMs;
}

/** Whether calls made now are the page's own: administrators' sessions end when they are left unattended. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt > unattendedAfterMs;
}
