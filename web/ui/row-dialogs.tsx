// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, type ReactNode, useState } from 'react';
import { newIdempotencyKey } from '../lib/api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useNewerBase } from './newer-base.ts';
import { notify } from './toast.tsx';

/** The requested dialog of a list: a new row, or an action on one row. */
export type Asked<Row, Other extends string = never> =
  | { what: 'create' }
  | { what: 'edit' | 'delete' | Other; row: Row };

/** Props of a row's form; `edited` is missing for a new row. */
export interface RowFormProps<Row, Values> {
  edited?: Row | undefined;
  save: (values: Values, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}

interface RowDialogsProps<Row, Values> {
  /** The list itself handles values other than create, edit and delete. */
  asked: Asked<Row, string> | undefined;
  onClose: () => void;
  form: ComponentType<RowFormProps<Row, Values>>;
  changes: {
    create: (values: Values, idempotencyKey: string) => Promise<unknown>;
    /** `row` is the version that the form showed. */
    update: (row: Row, values: Values, idempotencyKey: string) => Promise<unknown>;
    remove: (id: string, options: { idempotencyKey: string }) => Promise<unknown>;
  };
  /** Messages after success. */
  done: { created: string; updated: string; deleted: string };
  /** The question before deleting a row: what is lost and what stays. */
  deletion: (row: Row) => { title: string; text: ReactNode };
}

/** The dialogs that create, edit and delete the rows of a list. */
export function RowDialogs<Row extends { _id: string }, Values>({
  asked,
  onClose,
  form: Form,
  changes,
  done,
  deletion,
}: RowDialogsProps<Row, Values>) {
  if (!asked) return null;
  if (!('row' in asked)) {
    return (
      <Form
        save={async (values, key) => {
          await changes.create(values, key);
          notify.done(done.created);
        }}
        onClose={onClose}
      />
    );
  }
  const { what, row } = asked;
  if (what === 'edit') {
    return (
      <EditRow
        key={row._id}
        row={row}
        form={Form}
        update={changes.update}
        done={done.updated}
        onClose={onClose}
      />
    );
  }
  if (what !== 'delete') return null;
  return (
    <DeleteRow
      key={row._id}
      question={deletion(row)}
      remove={(options) => changes.remove(row._id, options)}
      done={done.deleted}
      onClose={onClose}
    />
  );
}

/** Confirms the deletion of a row. Keeps the key, so that a retry after a lost answer isn't refused. */
function DeleteRow({
  question,
  remove,
  done,
  onClose,
}: {
  question: { title: string; text: ReactNode };
  remove: (options: { idempotencyKey: string }) => Promise<unknown>;
  done: string;
  onClose: () => void;
}) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  return (
    <ConfirmDialog
      {...question}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={async () => {
        await remove({ idempotencyKey });
        notify.done(done);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Open while a row is being edited. */
function EditRow<Row extends { _id: string }, Values>({
  row,
  form: Form,
  update,
  done,
  onClose,
}: {
  row: Row;
  form: ComponentType<RowFormProps<Row, Values>>;
  update: RowDialogsProps<Row, Values>['changes']['update'];
  done: string;
  onClose: () => void;
}) {
  const base = useNewerBase(row);
  return (
    <Form
      edited={row}
      save={async (values, key) => {
        await update(base.read(), values, key).catch(base.learn);
        notify.done(done);
      }}
      onClose={onClose}
    />
  );
}
