// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { PartedTable } from '../months/parted-table.ts';

const withoutPerson = (column: 'before' | 'after', personalFields: readonly string[]) => sql`
  case when jsonb_typeof(r.${raw(column)}) = 'object' then r.${raw(column)} - ${personalFields}::text[] else r.${raw(column)} end`;

/**
 * The log of administrators' changes. The archive leaves out what an erasure would remove, so no erasure ever has to
 * touch the archive.
 */
export const adminChangeMonths = (personalFields: readonly string[]): PartedTable => ({
  name: 'admin_changes',
  key: 'id',
  row: sql`to_jsonb(r) || jsonb_build_object('address', '')
    || case when r.subject like 'user:%'
      then jsonb_build_object('before', ${withoutPerson('before', personalFields)},
        'after', ${withoutPerson('after', personalFields)}) else '{}' end`,
});
