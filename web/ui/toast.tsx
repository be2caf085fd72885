import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import 'sonner/dist/styles.css';
import { Card } from './card.tsx';

/** How long each kind stays, in milliseconds (product specification, section 9). */
export const toastMs = { requestError: 1_500, fetchError: 3_000, copy: 2_000, done: 3_000 };

function show(tone: 'good' | 'bad', duration: number, title: string, text?: string): void {
  const icon =
    tone === 'bad' ? (
      <CircleAlert size={20} className="mt-px shrink-0 text-loss" aria-hidden="true" />
    ) : (
      <Check size={20} className="mt-px shrink-0 text-win" aria-hidden="true" />
    );
  // The same message twice is one toast: a retry must not pile them up.
  toast.custom(() => <ToastBody icon={icon} title={title} text={text} />, {
    duration,
    id: `${tone}:${title}:${text ?? ''}`,
  });
}

function ToastBody({ icon, title, text }: { icon: ReactNode; title: string; text: string | undefined }) {
  return (
    <Card
      className="w-full cut-md font-sans sm:w-90"
      inside="flex items-start gap-3 bg-ink-2 px-4 py-3.5 text-sm"
    >
      {icon}
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-soft">{text}</p>}
      </div>
    </Card>
  );
}

/** Toasts of the product. They never replace the message at the place where something failed. */
export const notify = {
  /** A request that failed, 1.5 s. The api client shows these by itself. */
  requestFailed: (message: string) => show('bad', toastMs.requestError, message),
  /** Data that could not be fetched, 3 s: title "Error" over the message, or the message alone. */
  fetchFailed: (message: string, title?: string) =>
    title ? show('bad', toastMs.fetchError, title, message) : show('bad', toastMs.fetchError, message),
  copied: (message: string) => show('good', toastMs.copy, message),
  copyFailed: (message: string) => show('bad', toastMs.copy, message),
  done: (message: string) => show('good', toastMs.done, message),
};

export function Toaster() {
  return (
    <Sonner theme="dark" position="top-right" offset={{ top: 84 }} mobileOffset={{ top: 76 }} gap={10} />
  );
}
