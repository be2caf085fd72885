// SPDX-License-Identifier: Apache-2.0

/** After this time without input, the page's own calls don't count as use of the session. */
const unattendedAfterMs = 60_000;
/** Well below the 30 minutes after which an unused administrator session ends (docs/rules/accounts.md, 31). */
const useReportIntervalMs = 5 * 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart'];

let touchedAt = Date.now();
let useReportedAt = Date.now();

/** Records that somebody is using the page. */
export function noteAttendance(): void {
  touchedAt = Date.now();
}

if (typeof window !== 'undefined') {
  for (const kind of touches) window.addEventListener(kind, noteAttendance, { capture: true, passive: true });
}

/** Records that a call has reported the use to the server. */
export function noteUseReported(): void {
  useReportedAt = Date.now();
}

/** Whether somebody uses the page, for example by typing, without calls that report it to the server. */
export function isUseUnreported(): boolean {
  return !isUnattended() && Date.now() - useReportedAt > useReportIntervalMs;
}

/** Whether calls made now are automatic. Administrators' sessions end when left unattended. */
export function isUnattended(): boolean {
  return Date.now() - touchedAt > unattendedAfterMs;
}
