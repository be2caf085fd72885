// SPDX-License-Identifier: Apache-2.0

import { useLocation } from 'react-router';
import {
  type SavedView,
  toViewQuery,
  type ViewInput,
  viewInput,
  viewLimits,
} from '../../../contract/saved-views.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, field } from '../../ui/form-dialog.tsx';
import type { RowFormProps } from '../../ui/row-dialogs.tsx';
import { describeQuery, viewedListAt } from './api.ts';

/** Saves what the list shows now, or changes a saved view. */
export function ViewForm({ edited, save, onClose }: RowFormProps<SavedView, ViewInput>) {
  const { pathname, search } = useLocation();
  const list = edited?.list ?? viewedListAt(pathname);
  const now = list ? toViewQuery(list, new URLSearchParams(search)) : '';
  const kept = edited?.query ?? now;
  return (
    <FormDialog
      title={edited ? 'Change view' : 'Save view'}
      schema={viewInput}
      defaults={{ name: edited?.name ?? '', isShared: edited?.isShared ?? false, query: kept }}
      submitLabel="Save"
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            label="Name"
            maxLength={viewLimits.name}
            autoComplete="off"
            hint={describeQuery(form.watch('query'))}
            {...field(form, 'name')}
          />
          <div className="grid gap-1">
            <Checkbox
              checked={form.watch('isShared')}
              onChange={(isShared) => form.setValue('isShared', isShared, { shouldDirty: true })}
            >
              Share with everyone who sees this list
            </Checkbox>
            {edited && edited.query !== now && (
              <Checkbox
                checked={form.watch('query') === now}
                onChange={(isNew) => form.setValue('query', isNew ? now : kept, { shouldDirty: true })}
              >
                Replace it with what the list shows now
              </Checkbox>
            )}
          </div>
        </>
      )}
    </FormDialog>
  );
}
