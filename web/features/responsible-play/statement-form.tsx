// SPDX-License-Identifier: Apache-2.0

import { statementInput } from '../../../contract/responsible-play.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { usePlayChanges } from './api.ts';
import { StatementFields } from './statement-fields.tsx';

/** The form in which players state, once, their date of birth and region. */
export function StatementForm({ onClose }: { onClose: () => void }) {
  const { state } = usePlayChanges();
  return (
    <FormDialog
      title="Age and region"
      description="You enter this once; after that only support can change it. Other players don’t see it."
      schema={statementInput}
      defaults={{ birthDate: '', region: '' }}
      submitLabel="Save"
      save={async (values) => {
        await state(values);
        notify.done('Saved');
      }}
      onClose={onClose}
    >
      {(form) => <StatementFields form={form} />}
    </FormDialog>
  );
}
