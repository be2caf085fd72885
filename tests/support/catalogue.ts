// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';

const own = `n.nspname !~ '^(pg_|information_schema|graphile_worker)'`;
const notOfExtension = (oid: string) =>
  `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/** Queries that return one line per object, with everything that distinguishes two schemas. */
const queries = [
  `select format('extension %s', extname) as line from pg_extension`,
  `select format('type %s: %s', t.typname, string_agg(e.enumlabel, ', ' order by e.enumsortorder)) as line
   from pg_type t join pg_enum e on e.enumtypid = t.oid join pg_namespace n on n.oid = t.typnamespace where ${own} group by t.oid`,
  `select format('relation %s.%s: %s %s %s', n.nspname, c.relname, c.relkind, c.reloptions, obj_description(c.oid)) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind <> 'i'`,
  `select format('column %s %s %s: %s null: %s default: %s %s %s %s %s', c.relname,
     row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), not a.attnotnull,
     pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation::regcollation, a.attstattarget) as line
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where ${own} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  // Unvalidated constraints are the same rule for new rows. Names of "not null" constraints are never used.
  `select format('constraint %s %s: %s', k.conrelid::regclass, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')) as line
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${own} and k.contype <> 'n' and k.conrelid <> 0`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) || case when i.indisvalid then '' else ' INVALID' end as line
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
   where ${own} or n.nspname = 'graphile_worker'`,
  `select format('trigger %s %s', t.tgenabled, pg_get_triggerdef(t.oid)) as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${own} and not t.tgisinternal`,
  `select format('sequence %s %s %s %s owned by %s %s', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, d.refobjid::regclass,
     d.refobjsubid > 0) as line
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_depend d on d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') where ${own}`,
  `select format('function %s', pg_get_functiondef(p.oid)) as line
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${own} and ${notOfExtension('p.oid')}`,
  `select format('view %s %s', c.relname, pg_get_viewdef(c.oid)) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind = 'v'`,
];

/** A database's whole schema as sorted lines. */
export async function readCatalogue(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const query of queries) {
    const { rows } = await client.query<{ line: string }>(query);
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
}
