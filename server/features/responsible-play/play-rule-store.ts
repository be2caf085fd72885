// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { RegionRule } from '../../../contract/responsible-play-admin.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { RuleSet } from './rules.ts';

export interface RulesRow extends RuleSet {
  version: number;
  validFrom: Date;
  reason: string;
  publishedBy: string;
  publishedAt: Date;
}

type Stored = Omit<RulesRow, 'elsewhere'> & {
  isAllowedElsewhere: boolean;
  minAgeElsewhere: number | null;
  regions: RegionRule[];
};

const columns = sql`
  version, valid_from, is_allowed_elsewhere, min_age_elsewhere, regions, reason, published_by, published_at`;

function toRules({ isAllowedElsewhere, minAgeElsewhere, ...row }: Stored): RulesRow {
  return { ...row, elsewhere: { isAllowed: isAllowedElsewhere, minAge: minAgeElsewhere } };
}

/** The rules in force at `now`. */
export async function findRules(db: Queryable, now: Date): Promise<RulesRow | undefined> {
  const row = await db.row<Stored>(sql`
    select ${columns} from play_rules where valid_from <= ${now} order by valid_from desc, version desc limit 1`);
  return row && toRules(row);
}

/** Every version, newest first. */
export async function listRules(db: Queryable): Promise<RulesRow[]> {
  const rows = await db.rows<Stored>(sql`select ${columns} from play_rules order by version desc`);
  return rows.map(toRules);
}

/** The newest version; 0 if there is none. */
export async function findNewestVersion(tx: Tx): Promise<number> {
  const { newest } = await tx.one<{ newest: number }>(
    sql`select coalesce(max(version), 0) as newest from play_rules`,
  );
  return newest;
}

export async function insertRules(tx: Tx, rules: RulesRow): Promise<void> {
  const { version, validFrom, elsewhere, regions, reason, publishedBy, publishedAt } = rules;
  await tx.run(sql`
    insert into play_rules (version, valid_from, is_allowed_elsewhere, min_age_elsewhere, regions, reason,
      published_by, published_at)
    values (${version}, ${validFrom}, ${elsewhere.isAllowed}, ${elsewhere.minAge}, ${JSON.stringify(regions)},
      ${reason}, ${publishedBy}, ${publishedAt})`);
}

/** Whether any rules are in force: where rules are required, players may neither enter nor pay without them. */
export async function hasRules(db: Queryable, now: Date): Promise<boolean> {
  return (await db.row(sql`select from play_rules where valid_from <= ${now} limit 1`)) !== undefined;
}
