// SPDX-License-Identifier: Apache-2.0

import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { toSentence } from '../../contract/words.ts';
import { ApiError, getMessage, isWaiting } from '../lib/api.ts';
import { fieldWords } from '../lib/field-words.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { getConflict } from './newer-base.ts';
import { Notice } from './panels.tsx';
import { Reference } from './reference.tsx';
import { toNumber, withUnreadNumbers } from './typed-numbers.ts';
import { useUnsavedGuard } from './unsaved-guard.tsx';

/** A dashboard form as seen by its fields. */
export type FormOf<Input extends FieldValues, Output = FieldValues> = UseFormReturn<Input, unknown, Output>;

interface Question {
  title: string;
  text: ReactNode;
  confirmLabel: string;
}

interface FormDialogProps<Input extends FieldValues, Output extends FieldValues> {
  title: string;
  description?: ReactNode;
  /** From contract/, so the server checks the same rules. */
  schema: z.ZodType<Output, Input>;
  defaults: DefaultValues<Input>;
  submitLabel: string;
  busyLabel?: string;
  wide?: boolean;
  /** Sends the form. Errors show at the fields that the server names, or below them. */
  save: (values: Output, idempotencyKey: string) => Promise<unknown>;
  /** Asks a question first if the values are valid but may be a mistake. */
  question?: ((values: Output) => Question | undefined) | undefined;
  /** Called on cancel and after saving. */
  onClose: () => void;
  children: (form: FormOf<Input, Output>) => ReactNode;
}

/**
 * A form in a dialog. Open while mounted. The contract's schema validates it, and server errors show at their fields.
 * It closes only after saving or after discarding unsaved changes.
 */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>({
  title,
  description,
  schema,
  defaults,
  submitLabel,
  busyLabel = 'Saving...',
  wide = false,
  question,
  save,
  onClose,
  children,
}: FormDialogProps<Input, Output>) {
  const id = useId();
  const getKey = useIdempotencyKey();
  const element = useRef<HTMLFormElement>(null);
  const resolve = zodResolver(schema);
  const form = useForm<Input, unknown, Output>({
    resolver: (values, context, options) => {
      const inputs = [...(element.current?.elements ?? [])] as HTMLInputElement[];
      return resolve(withUnreadNumbers(values, inputs), context, options);
    },
    defaultValues: defaults,
    // React Hook Form would focus the field registered first, which may not be the first on the screen.
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting, submitCount, isSubmitSuccessful } = form.formState;
  useEffect(() => {
    if (submitCount > 0 && !isSubmitSuccessful)
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount, isSubmitSuccessful]);
  const guard = useUnsavedGuard(isDirty, { close: onClose });
  const saving = useAction(async (values: Output) => {
    await save(values, getKey(values)).catch((error) => {
      // The change needs a second administrator, so the form is done.
      if (isWaiting(error)) return;
      markFaults(form, error);
      throw error;
    });
    guard.leave();
  });
  const current = getConflict(saving.error);

  const [asked, setAsked] = useState<Question>();

  const submit = form.handleSubmit(async (values) => {
    const doubt = question?.(values);
    if (doubt) setAsked(doubt);
    else await saving.run(values);
  });

  return (
    <>
      <Dialog
        open
        onClose={guard.ask}
        title={title}
        description={description}
        wide={wide}
        mayClose={!isSubmitting}
        footer={
          <>
            <Button onClick={guard.ask} disabled={isSubmitting}>
              Cancel
            </Button>
            <Button kind="main" type="submit" form={id} busy={isSubmitting && busyLabel}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <form
          id={id}
          ref={element}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            // Dialogs are nested in the component tree, so a submit must not bubble to the outer form.
            event.stopPropagation();
            if (isSubmitting) event.preventDefault();
            else void submit(event);
          }}
        >
          {children(form)}
          {saving.error && (
            <div ref={intoView}>
              <Notice title="Nothing was saved">
                {current ? <Conflict current={current} /> : describeFaults(form, saving.error)}
                <Reference error={saving.error} onlyFaults className="justify-start" />
              </Notice>
            </div>
          )}
        </form>
      </Dialog>
      {asked && (
        <ConfirmDialog
          {...asked}
          keepLabel="Back to the form"
          isDanger={false}
          onConfirm={() => {
            setAsked(undefined);
            void form.handleSubmit(saving.run)();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {guard.question}
    </>
  );
}

/** Somebody else has saved first: shows the current values of the fields, and what to do. */
function Conflict({ current }: { current: Record<string, unknown> }) {
  return (
    <>
      <p>Someone else changed this meanwhile:</p>
      <ul className="my-2 list-disc pl-5">
        {Object.entries(current).map(([name, value]) => (
          <li key={name}>
            {fieldWords(name)}
            {typeof value === 'object' ? ' was changed' : ` is now ${String(value) || 'empty'}`}
          </li>
        ))}
      </ul>
      <p>Your text is still here. Save again to overwrite their change, or cancel to keep it.</p>
    </>
  );
}

/** The button is always visible, but the messages after a press may be far below. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

interface Issue {
  path: string;
  message: string;
}

function getIssues(error: unknown): Issue[] {
  return error instanceof ApiError && Array.isArray(error.data.issues) ? error.data.issues : [];
}

/** Whether the form has the field of this issue. */
function hasField<Input extends FieldValues, Output>(form: FormOf<Input, Output>, { path }: Issue): boolean {
  return (path.split('.')[0] ?? '') in form.getValues();
}

/** Shows server errors at the form's fields. */
function markFaults<Input extends FieldValues, Output>(form: FormOf<Input, Output>, error: unknown): void {
  for (const issue of getIssues(error).filter((each) => hasField(form, each))) {
    form.setError(issue.path as Path<Input>, { message: issue.message });
  }
}

/** The message beside the marked fields. */
function describeFaults<Input extends FieldValues, Output>(
  form: FormOf<Input, Output>,
  error: unknown,
): string {
  const issues = getIssues(error);
  if (issues.length === 0) return getMessage(error);
  const others = issues.filter((issue) => !hasField(form, issue));
  return others.length ? others.map(toSentence).join(' ') : 'Check the marked fields.';
}

/** Connects a field to the form: registration and error. */
export function field<Input extends FieldValues, Output>(form: FormOf<Input, Output>, name: Path<Input>) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}

/** The same for numbers (see number-fields.tsx). An empty field counts as missing. */
export function numberField<Input extends FieldValues, Output>(
  form: FormOf<Input, Output>,
  name: Path<Input>,
) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name, { setValueAs: toNumber }), error: error?.message };
}
