// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { type Permission, permissions } from '../../../../contract/permissions.ts';
import { type Role, type RoleInput, roleInput } from '../../../../contract/roles-admin.ts';
import { pathWords } from '../../../lib/field-words.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { FormDialog, type FormOf, field } from '../../../ui/form-dialog.tsx';
import type { RowFormProps } from '../../../ui/row-dialogs.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { readPermissions, sayRight, toAreas, withPermission } from './permission-text.ts';

/** The contract's schema, with the permissions as one text, which the field and the checkboxes share. */
const roleForm = z.object({
  name: roleInput.shape.name,
  permissions: z.string().transform((text, context) => {
    const { known, unknown } = readPermissions(text);
    if (unknown.length) {
      context.addIssue({ code: 'custom', message: `Unknown permission: ${unknown.join(', ')}.` });
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
        edited && edited.users > 0 ? 'Changes apply to users with this role immediately.' : undefined
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
            hint="In capitals: event team becomes EVENT_TEAM."
            {...field(form, 'name')}
          />
          <TextArea
            label="Permissions"
            hint="Separate with commas, or choose below."
            spellCheck={false}
            {...field(form, 'permissions')}
          />
          <PermissionTable form={form} />
        </>
      )}
    </FormDialog>
  );
}

type Area = ReturnType<typeof toAreas<Permission>>[number];
const areas = toAreas(permissions);

function PermissionTable({ form }: { form: FormOf<z.input<typeof roleForm>, RoleInput> }) {
  const may = usePermissions();
  const text = form.watch('permissions');
  const { known } = readPermissions(text);
  const box = (name: Permission, area: string, isNamed = false) => (
    <Checkbox
      key={name}
      checked={known.includes(name)}
      // Administrators can't grant a permission that they lack, but can remove one that the role has.
      disabled={!known.includes(name) && !may(name)}
      onChange={(next) =>
        form.setValue('permissions', withPermission(text, name, next), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
    >
      <span className="sr-only">{pathWords(area)}: </span>
      <span className={isNamed ? undefined : 'sr-only'}>{sayRight(name)}</span>
    </Checkbox>
  );
  const only = (right: string) => (each: Area) => {
    const name = each.names.find((one) => sayRight(one) === right);
    return name && box(name, each.area);
  };
  const columns: Column<Area>[] = [
    { header: 'Area', cell: ({ area }) => pathWords(area), isTitle: true },
    { header: 'Read', cell: only('read') },
    { header: 'Write', cell: only('write') },
    {
      header: 'More',
      cell: ({ area, names }) =>
        names
          .filter((name) => !['read', 'write'].includes(sayRight(name)))
          .map((name) => box(name, area, true)),
    },
  ];
  return (
    <Table
      caption="Permissions by area"
      columns={columns}
      rows={areas}
      rowKey={({ area }) => area}
      staysTable
    />
  );
}
