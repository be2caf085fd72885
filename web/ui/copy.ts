// SPDX-License-Identifier: Apache-2.0

import { notify } from './toast.tsx';

/** Puts text on the clipboard, tells the player whether that worked, and the caller too. */
export async function copyText(text: string, done: string, failed: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify.copied(done);
    return true;
  } catch {
    notify.copyFailed(failed);
    return false;
  }
}
