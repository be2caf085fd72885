// SPDX-License-Identifier: Apache-2.0

import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from './database.ts';

/**
 * One table owner's contribution to a statement that several owners answer: a query of one JSON value (null without a
 * row), and how to read that value. So a screen costs one round trip, and each owner still writes its own SQL.
 */
export interface Part<Result> {
  query: Sql;
  read(value: never): Result;
}

/** Makes a part. Its value is typed once, beside the query. */
export function part<Value, Result>(query: Sql, read: (value: Value) => Result): Part<Result> {
  return { query, read };
}

export type ResultsOf<Parts> = {
  [Name in keyof Parts]: Parts[Name] extends Part<infer Result> ? Result : never;
};

type Parts = Record<string, Part<unknown>>;

/** The statement that selects a query's row and all of these parts. */
export function compose(query: Sql, parts: Parts): Sql {
  const columns = Object.values(parts).map((one, index) => sql`(${one.query}) as ${raw(`part${index}`)}`);
  return sql`select found.*, ${join(columns)} from (${query}) found`;
}

/** Replaces the player's id while a statement is composed. */
const someone = '00000000-0000-4000-8000-000000000000';

/**
 * Selects in one statement the row of a query and all of these parts, for any player; undefined without a row. The
 * statement is composed once: composing it for each call cost a tenth of a profile.
 * @throws if the statement has a value other than the player's id
 */
export function prepareRowAndParts<Row extends object, Asked extends Parts>(
  ask: (playerId: string) => { query: Sql; parts: Asked },
): (
  db: Pick<Database, 'batched'>,
  playerId: string,
) => Promise<{ row: Row; parts: ResultsOf<Asked> } | undefined> {
  const { query, parts } = ask(someone);
  const { text: numbered, values } = compose(query, parts);
  if (values.some((value) => value !== someone)) throw new Error('it asks for more than its player');
  const text = numbered.replaceAll(/\$\d+/g, '$1');
  const readers = Object.entries(parts).map(([name, { read }], index) => ({
    name,
    column: `part${index}`,
    read,
  }));
  return async (db, playerId) => {
    const found = await db.batched.row<Row & Record<string, never>>({ text, values: [playerId] });
    if (!found) return undefined;
    const results: Record<string, unknown> = {};
    for (const { name, column, read } of readers) results[name] = read(found[column] as never);
    return { row: found, parts: results as ResultsOf<Asked> };
  };
}

/** Reads one part alone. */
export async function readPart<Result>(db: Queryable, one: Part<Result>): Promise<Result> {
  return one.read((await db.one<{ value: never }>(sql`select (${one.query}) as value`)).value);
}
