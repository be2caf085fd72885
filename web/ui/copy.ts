import { notify } from './toast.tsx';

/** Puts text on the clipboard and says whether that worked. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.copied(done);
  } catch {
    notify.copyFailed(failed);
  }
}
