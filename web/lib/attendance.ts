// SPDX-License-Identifier: Apache-2.0

/** A page that nobody has touched for so long reads by itself; the server does not take that for use. */
const unattendedAfterMs = 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

let touchedAt = Date.now();

/** Notes that somebody uses the page. */
export function noteAttendance(): void {
  touchedAt = Date.now();
}

if (typeof window !== 'undefined') {
  for (const kind of touches) window.addEventListener(kind, noteAttendance, { capture: true, passive: true });
}

/** Whether calls of now are the page's own: sessions of administrators end when they are left alone. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt > unattendedAfterMs;
}
