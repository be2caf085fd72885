// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type Role, type RoleInput, roleInput } from '../../../../contract/roles-admin.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { permissionGroups, readPermissions, withPermission } from './permission-text.ts';

/** The contract's schema, with the permissions as the one text that the field and the boxes share. */
const roleForm = z.object({
  name: roleInput.shape.name,
  permissions: z.string().transform((text, context) => {
    const { known, unknown } = readPermissions(text);
    if (unknown.length) {
      context.addIssue({ code: 'custom', message: `There is no permission called ${unknown.join(', ')}.` });
    }
    return known;
  }),
});

/** Creates a role, or edits the given one (product specification, sections 2.15 and 5). */
export function RoleForm({ edited, save, onClose }: RowFormProps<Role, RoleInput>) {
  return (
    <FormDialog
      title={edited ? 'Edit Role' : 'Create New Role'}
      description={
        edited && edited.users > 0
          ? 'Users who have this role may do what it says at once, and no more than that.'
          : undefined
      }
      wide
      schema={roleForm}
      defaults={{ name: edited?.name ?? '', permissions: edited?.permissions.join(', ') ?? '' }}
      submitLabel={edited ? 'Save' : 'Create'}
      save={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            label="Role Name"
            maxLength={40}
            autoComplete="off"
            hint="Capitals: event team becomes EVENT_TEAM."
            {...field(form, 'name')}
          />
          <TextArea
            label="Permissions"
            hint="Comma-separated, or chosen below."
            spellCheck={false}
            {...field(form, 'permissions')}
          />
          <PermissionBoxes form={form} />
        </>
      )}
    </FormDialog>
  );
}

function PermissionBoxes({ form }: { form: FormOf<z.input<typeof roleForm>, RoleInput> }) {
  const may = usePermissions();
  const text = form.watch('permissions');
  const { known } = readPermissions(text);
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
      {permissionGroups.map(({ about, permissions }) => (
        <fieldset key={about} className="grid content-start">
          <legend className="mb-1 font-medium text-muted text-sm">{about}</legend>
          {permissions.map((permission) => {
            const isHeld = known.includes(permission);
            return (
              <Checkbox
                key={permission}
                checked={isHeld}
                // Nobody grants what they lack; a permission that the role already has can be removed.
                disabled={!isHeld && !may(permission)}
                onChange={(next) =>
                  form.setValue('permissions', withPermission(text, permission, next), {
                    shouldDirty: true,
                    shouldValidate: form.formState.isSubmitted,
                  })
                }
              >
                <span className="sr-only">{about}:</span>
                {permission.slice(about.length + 1)}
              </Checkbox>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
