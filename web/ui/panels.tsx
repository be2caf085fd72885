// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { CircleAlert } from './icons/circle-alert.ts';
import { Reference } from './reference.tsx';
import { RingDrawing } from './ring.tsx';

/** For an empty list: says so, and where to go next. */
export function EmptyPanel({
  title,
  text,
  action,
  level: Heading = 'h2',
  className,
}: {
  title: string;
  /** 'h1' if the panel is the whole page. */
  level?: 'h1' | 'h2' | 'h3';
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <Card className={className} inside="grid justify-items-center gap-4 px-6 py-12 text-center">
      <RingDrawing />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="max-w-[46ch] text-muted">{text}</p>}
      {action}
    </Card>
  );
}

/** Something couldn't be loaded and is being retried automatically. */
export function TryingPanel({ what, level = 'h2' }: { what: string; level?: 'h2' | 'h3' }) {
  return (
    <div role="status">
      <EmptyPanel
        level={level}
        title={`${what} couldn’t be loaded`}
        text="We keep trying. You don’t need to reload."
      />
    </div>
  );
}

/** Something failed. The message stays until a retry succeeds. */
export function ErrorPanel({
  message,
  error,
  onRetry,
  className,
}: {
  message: string;
  /** The error, to show its reference. */
  error: unknown;
  onRetry?: () => void;
  className?: string;
}) {
  return (
    <Card className={className} inside="grid justify-items-center gap-4 px-6 py-10 text-center" role="alert">
      <RingDrawing size={110} tone="loss" />
      <p className="max-w-[56ch] font-medium">{message}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      <Reference error={error} />
    </Card>
  );
}

/** A message next to its subject: a refusal in a form, or an important hint. */
export function Notice({
  tone = 'loss',
  title,
  className,
  children,
}: {
  tone?: 'loss' | 'gold' | 'storm';
  title?: string;
  className?: string;
  children: ReactNode;
}) {
  const looks = {
    loss: 'bg-loss-panel border-loss',
    gold: 'bg-gold-panel border-gold',
    storm: 'bg-storm-panel border-storm',
  };
  return (
    <div
      role={tone === 'loss' ? 'alert' : 'note'}
      className={cx('flex gap-3 border-l-2 px-4 py-3 text-sm text-soft', looks[tone], className)}
    >
      {tone === 'loss' && <CircleAlert size={18} className="mt-0.5 shrink-0 text-loss" aria-hidden="true" />}
      <div className="min-w-0">
        {title && <p className="font-display font-semibold text-text">{title}</p>}
        {children}
      </div>
    </div>
  );
}
