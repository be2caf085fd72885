// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { Bell } from './icons/bell.ts';
import { Check } from './icons/check.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import 'sonner/dist/styles.css';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

/** An action that a toast offers, such as "Undo". */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

export interface Toast {
  tone: 'good' | 'bad' | 'news';
  duration: number;
  title: string;
  text: string | undefined;
  action: ToastAction | undefined;
  /** The same id again reuses the toast. */
  id: string;
}

const signs = {
  good: { Icon: Check, className: 'text-win' },
  bad: { Icon: CircleAlert, className: 'text-loss' },
  news: { Icon: Bell, className: 'text-storm-soft' },
};

export function showToast({ tone, duration, title, text, action, id }: Toast): void {
  const { Icon, className } = signs[tone];
  const icon = <Icon size={20} className={`mt-px shrink-0 ${className}`} aria-hidden="true" />;
  toast.custom((id) => <ToastBody id={id} icon={icon} title={title} text={text} action={action} />, {
    duration,
    id,
    position: getPosition(),
  });
}

/** @param id of a toast; without it, dismisses all */
export function dismissToast(id?: string): void {
  toast.dismiss(id);
}

/**
 * Toasts leave balance, bell and menu free, and the panels that these open. On phones they start below the header,
 * because the bar and dialog buttons are at the bottom.
 */
function getPosition(): 'top-center' | 'bottom-left' {
  const end = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  document.documentElement.style.setProperty('--toast-top', `${Math.max(0, end) + 8}px`);
  return matchMedia('(width < 40rem)').matches ? 'top-center' : 'bottom-left';
}

function ToastBody({
  id,
  icon,
  title,
  text,
  action,
}: {
  id: string | number;
  icon: ReactNode;
  title: string;
  text: string | undefined;
  action: ToastAction | undefined;
}) {
  return (
    <Card
      className="w-full cut-md font-sans sm:w-90"
      inside="flex items-start gap-3 bg-ink-2 px-4 py-3.5 text-sm"
    >
      {icon}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {text && <p className="break-words text-soft">{text}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          className="-my-1 shrink-0"
          data-toast-action={action.label}
          onClick={() => {
            toast.dismiss(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
    </Card>
  );
}

/** Where toasts appear. */
export function Toaster() {
  return (
    // While a toast is open, the library would return the focus when somebody tabs through the toasts.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        theme="dark"
        offset={{ top: 'var(--toast-top)', bottom: '4rem', left: 'var(--toast-left, 1.5rem)' }}
        mobileOffset={{ top: 'var(--toast-top)' }}
        gap={10}
        // Only an edge shows behind the first toast, because texts of other heights would stick out.
        className="[&_[data-expanded=false][data-front=false]>*]:opacity-0 [&_li:focus-visible]:outline-2! [&_li:focus-visible]:outline-storm-soft!"
      />
    </div>
  );
}
