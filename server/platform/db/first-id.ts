// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/** The lowest id that could be made at a time, in ms: ids ascend with time, so a span of time is a range of ids. */
export const firstIdAt = (ms: number): Sql => sql`first_id_of(${new Date(Math.max(0, ms))})`;
