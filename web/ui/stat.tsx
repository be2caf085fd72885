import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import { Card } from './card.tsx';

/** Figures side by side: two in a row on phones. Put `Stat`s inside. */
export function Stats({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('grid grid-cols-2 gap-3 sm:gap-4', className)}>{children}</div>;
}

/** One figure and what it counts. Beside each other either all have a hint or none, so that figures stand in line. */
export function Stat({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <Card className="cut-md">
      <dl className="flex h-full flex-col gap-1.5 px-4 py-4 sm:px-5">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="num mt-auto flex min-h-8 items-center text-2xl leading-8">{children}</dd>
        {hint && <dd className="min-h-8 text-muted text-xs">{hint}</dd>}
      </dl>
    </Card>
  );
}
