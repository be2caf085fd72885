// SPDX-License-Identifier: Apache-2.0

import '../build/early-script.ts';
import { listenForErrors } from '../lib/report-errors.ts';

/**
 * From here on load-part.ts looks after what is missing, and buttons answer; until here early-script.ts sees to both.
 * What it said of scripts that came after all is taken back, and of who looks: the app knows.
 */
export function noteThatAppRuns(): void {
  clearTimeout(window.firstLoad);
  window.firstLoad = undefined;
  delete document.documentElement.dataset.failed;
  delete document.documentElement.dataset.visitor;
  window.earlyPress?.click();
  window.earlyPress = undefined;
  listenForErrors();
}
