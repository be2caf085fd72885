// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from './db/database.ts';
import { computeCheckValue } from './secrets.ts';

/** A secret, named as in `secret_checks`, with the key derived from it. */
export interface NamedSecret {
  name: string;
  key: Buffer;
}

export interface KnownSecret {
  name: string;
  checkValue: Buffer;
  firstSeenAt: Date;
}

/** Serializes comparing and writing: if two processes start together, the second sees the first one's rows. */
export async function lockSecretChecks(tx: Tx): Promise<void> {
  await tx.run(sql`lock table secret_checks in exclusive mode`);
}

export function knownSecrets(db: Queryable): Promise<KnownSecret[]> {
  return db.rows(sql`
    select name, check_value, first_seen_at from secret_checks order by name`);
}

export function isSameSecret(known: KnownSecret, { key }: NamedSecret): boolean {
  return known.checkValue.equals(computeCheckValue(key));
}

/** Stores check values of new secrets. */
export async function rememberSecrets(tx: Tx, secrets: readonly NamedSecret[]): Promise<void> {
  const names = secrets.map(({ name }) => name);
  const values = secrets.map(({ key }) => computeCheckValue(key));
  await tx.run(sql`
    insert into secret_checks (name, check_value)
    select * from unnest(${names}::text[], ${values}::bytea[]) on conflict (name) do nothing`);
}

/** @returns whether it was known */
export async function forgetSecret(tx: Tx, name: string): Promise<boolean> {
  return (await tx.run(sql`delete from secret_checks where name = ${name}`)) > 0;
}
