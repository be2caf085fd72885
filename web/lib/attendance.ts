// SPDX-License-Identifier: Apache-2.0

/** A page that nobody has touched for this long makes its calls by itself; the server does not count those as use. */
const unattendedAfterMs = 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

let touchedAt = Date.now();

/** Notes that somebody is using the page. */
export function noteAttendance(): void {
  touchedAt = Date.now();
}

if (typeof window !== 'undefined') {
  for (const kind of touches) window.addEventListener(kind, noteAttendance, { capture: true, passive: true });
}

/** Whether calls made now are the page's own: administrators' sessions end when they are left unattended. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt > unattendedAfterMs;
}
