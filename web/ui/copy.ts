// SPDX-License-Identifier: Apache-2.0

import { notify } from './toast.tsx';

/** Copies text to the clipboard. Tells the player by a toast and the caller by the result whether it worked. */
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
