// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';

const maxBreaches = 20;

/** What must hold of archives within the database; `finalring archive verify` reads the objects too. */
export const archiveProofs = [
  {
    claim: 'Each archive has all rows that left the database, each once',
    contradictions: sql`
  with chunk as (
    select part, number, first_key, last_key, row_count,
      lag(number) over of_part as number_before, lag(last_key) over of_part as key_before
    from archive_chunks window of_part as (partition by part order by number)
  )
  select format('%s: %s rows in chunks instead of %s', a.part, coalesce(sum(c.row_count), 0), a.row_count) as breach
  from archives a left join archive_chunks c using (part)
  where a.state <> 'writing' group by a.part, a.row_count having coalesce(sum(c.row_count), 0) <> a.row_count
  union all
  select format('%s: chunk %s follows %s', part, number, coalesce(number_before, 0)) from chunk
  where number <> coalesce(number_before, 0) + 1 or first_key > last_key or key_before >= first_key
  limit ${maxBreaches}`,
  },
];
