// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import type { Icon } from './icon.ts';
import { CircleCheck } from './icons/circle-check.ts';
import { CircleDashed } from './icons/circle-dashed.ts';
import { CircleSlash } from './icons/circle-slash.ts';
import { CircleX } from './icons/circle-x.ts';
import { Clock3 } from './icons/clock-3.ts';
import { Radar } from './icons/radar.ts';

const looks: Record<string, { icon: Icon; className: string }> = {
  PENDING: { icon: Clock3, className: 'text-storm-soft' },
  IN_PROGRESS: { icon: Radar, className: 'text-storm-soft' },
  WAITING_RECHECK: { icon: CircleDashed, className: 'text-storm-soft' },
  SUCCESS: { icon: CircleCheck, className: 'text-win' },
  FAILED: { icon: CircleX, className: 'text-loss' },
  CANCELLED: { icon: CircleSlash, className: 'text-muted' },
};

/** A state in words with its own icon, so that colour is never the only difference. */
export function Status({ status }: { status: string }) {
  const { icon: Icon, className } = looks[status] ?? { icon: CircleDashed, className: 'text-muted' };
  return (
    <span className={cx('inline-flex items-center gap-1.5 whitespace-nowrap font-semibold', className)}>
      <Icon size={16} strokeWidth={2.4} aria-hidden="true" />
      {status.replaceAll('_', ' ')}
    </span>
  );
}

const tones = {
  gold: 'bg-gold text-gold-ink',
  storm: 'bg-storm-deep text-storm-soft',
  win: 'bg-win-deep text-win',
  loss: 'bg-loss-deep text-loss',
  muted: 'bg-ink-3 text-muted',
};

/** A short label: NEW, Verified, Linked. */
export function Badge({
  tone = 'muted',
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      data-badge=""
      className={cx(
        'inline-flex items-center gap-1.5 px-2 py-0.5 font-display font-semibold text-xs leading-5 print:bg-[white]!',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
