// SPDX-License-Identifier: Apache-2.0

import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { noteInput, type UserNote } from '../../../../contract/users-admin.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/panels.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useUserChanges } from './api.ts';

/** Administrators' notes on a user. They can be added but not changed. */
export function UserNotes({ id, notes }: { id: string; notes: readonly UserNote[] }) {
  const mayWrite = usePermissions()('users:write');
  return (
    <div className="grid gap-5">
      {mayWrite && <NoteForm id={id} after={notes.length} />}
      {notes.length === 0 && <p className="text-muted">No notes yet.</p>}
      <ul className="grid gap-3">
        {notes.map(({ _id, author, note, createdAt }) => (
          <li key={_id}>
            <Card inside="grid gap-2 p-4">
              <p className="text-muted text-sm">
                {author}, <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
              <p className="whitespace-pre-wrap break-words">{note}</p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `after` is the number of notes so far, so that the same text can be added twice. */
function NoteForm({ id, after }: { id: string; after: number }) {
  const { addNote } = useUserChanges();
  const getKey = useIdempotencyKey();
  const adding = useAction((note: string) => addNote(id, note, getKey({ note, after })));
  const form = useForm({ resolver: zodResolver(noteInput), defaultValues: { note: '' } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { question } = useUnsavedGuard(isDirty, { isInTab: true });
  const submit = form.handleSubmit(async ({ note }) => {
    if (!(await adding.run(note))) return;
    form.reset();
    notify.done('Note added');
  });
  return (
    <form noValidate className="grid max-w-2xl gap-3" onSubmit={(event) => void submit(event)}>
      <TextArea
        label="New note"
        hint="You can’t change or delete notes."
        maxLength={2000}
        {...form.register('note')}
        error={errors.note?.message}
      />
      {adding.error && (
        <Notice>
          <FailureText error={adding.error} />
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" busy={isSubmitting && 'Adding...'}>
        Add note
      </Button>
      {question}
    </form>
  );
}
