// SPDX-License-Identifier: Apache-2.0

import { cx } from '../lib/class-names.ts';
import { buttonClass } from '../ui/button.tsx';
import { RingDrawing } from '../ui/ring.tsx';
import { statusPath } from './shell/navigation.ts';

/** Shown by web/build/early-script.ts when the app's scripts fail to load: without them nothing else can show it. */
export function LoadFailure({ className }: { className?: string }) {
  return (
    <div
      className={cx('hidden justify-items-center gap-4 px-6 text-center in-data-failed:grid', className)}
      role="alert"
    >
      <RingDrawing tone="loss" />
      <p className="max-w-[44ch] text-text">The page didn’t load. Your coins and challenges are safe.</p>
      <a href="/home" className={buttonClass({ kind: 'main' })}>
        Load again
      </a>
      <a href={statusPath} className="text-muted text-sm underline underline-offset-4">
        Is something broken?
      </a>
    </div>
  );
}
