// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Standstill } from '../../../ports.ts';

/** When a deletion `d` is due. Standstills do not count, since nobody could cancel the deletion during them. */
export const eraseAtOf = (standstills: readonly Standstill[]): Sql => sql`
  d.erase_at + (
    select coalesce(sum(still.ended_at - greatest(still.began_at, d.deleted_at)), interval '0')
    from unnest(${standstills.map(({ beganAt }) => beganAt)}::timestamptz[],
      ${standstills.map(({ endedAt }) => endedAt)}::timestamptz[]) still (began_at, ended_at)
    where still.ended_at > d.deleted_at)`;
