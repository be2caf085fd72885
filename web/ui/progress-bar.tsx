// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from '../lib/format.ts';

/** Progress as a bar and in words. */
export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  const text = `${formatAmount(done)} of ${formatAmount(of)}`;
  return (
    <div className="grid gap-2 text-sm text-soft">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={done}
        aria-valuetext={text}
        className="h-1.5 bg-ink-3"
      >
        <div
          className="h-full bg-storm transition-[width] duration-150"
          style={{ width: `${(done / of) * 100}%` }}
        />
      </div>
      <span className="num">{text}</span>
    </div>
  );
}
