// SPDX-License-Identifier: Apache-2.0

import '../build/early-script.ts';
import { listenForErrors } from '../lib/report-errors.ts';

/**
 * Until now early-script.ts handled missing scripts and pressed buttons; from here on load-part.ts and React do. Undoes what
 * the early script set for scripts that arrived late after all, and for visitors: the app knows who is signed in.
 */
export function endEarlyScript(): void {
  clearTimeout(window.firstLoad);
  window.firstLoad = undefined;
  delete document.documentElement.dataset.failed;
  delete document.documentElement.dataset.visitor;
  window.earlyPress?.click();
  window.earlyPress = undefined;
  listenForErrors();
}
