// SPDX-License-Identifier: Apache-2.0

import '../build/early-script.ts';
import { listenForErrors } from '../lib/report-errors.ts';

/**
 * Takes over from early-script.ts, which handled missing scripts and early presses until now. It also resets the marks
 * that the early script set for late scripts and for visitors, because the app itself knows who is signed in.
 */
export function endEarlyScript(): void {
  clearTimeout(window.firstLoad);
  window.firstLoad = undefined;
  delete document.documentElement.dataset.failed;
  delete document.documentElement.dataset.visitor;
  pressAgain();
  listenForErrors();
}

/** Presses the remembered button. If the part around it is still asleep, the early script remembers it again. */
export function pressAgain(): void {
  const pressed = window.earlyPress;
  window.earlyPress = undefined;
  pressed?.click();
}
