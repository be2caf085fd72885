import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';

export const inputClass = cx(
  'w-full min-h-12 border border-edge bg-ink px-4 text-base text-text placeholder:text-faint',
  'transition-colors duration-100 hover:border-muted focus-visible:border-storm-soft focus-visible:outline-offset-0',
  'aria-invalid:border-loss [&[readonly]]:border-line disabled:border-line disabled:text-faint',
);

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands at the right end of the field: a copy button, a unit. */
  trailing?: ReactNode;
}

/** A labelled text input whose hint and error are read out with it. */
export function TextField({
  label,
  hint,
  error,
  trailing,
  className,
  id,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  const generated = useId();
  const inputId = id ?? generated;
  const describedBy = [error && `${inputId}-error`, hint && `${inputId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={inputId} className="font-medium text-sm">
        {label}
      </label>
      <div className="flex items-stretch gap-2">
        <input
          id={inputId}
          className={inputClass}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...rest}
        />
        {trailing}
      </div>
      {error && <FieldError id={`${inputId}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${inputId}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 font-medium text-loss text-sm">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
