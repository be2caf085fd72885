import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from './database.ts';

/**
 * What one owner of tables adds to a statement that several of them answer: a query of one JSON value (null where there is no
 * row), and what becomes of it. What a screen shows then costs one round trip, and each still writes its own SQL.
 */
export interface Part<Result> {
  query: Sql;
  read(value: never): Result;
}

/** A part whose value is typed once, beside its query. */
export function part<Value, Result>(query: Sql, read: (value: Value) => Result): Part<Result> {
  return { query, read };
}

type Results<Parts> = { [Name in keyof Parts]: Parts[Name] extends Part<infer Result> ? Result : never };

type Parts = Record<string, Part<unknown>>;

/** The statement that asks for the row of a query and for all of these parts. */
export function compose(query: Sql, parts: Parts): Sql {
  const columns = Object.values(parts).map((one, index) => sql`(${one.query}) as ${raw(`part${index}`)}`);
  return sql`select found.*, ${join(columns)} from (${query}) found`;
}

/** Asks in one statement for the row of a query and for all of these parts; undefined where there is no row. */
export async function readRowAndParts<Row extends object, Asked extends Parts>(
  db: Queryable,
  query: Sql,
  parts: Asked,
): Promise<{ row: Row; parts: Results<Asked> } | undefined> {
  const found = await db.row<Row & Record<string, never>>(compose(query, parts));
  if (!found) return undefined;
  const results = Object.entries(parts).map(([name, { read }], index) => [
    name,
    read(found[`part${index}`] as never),
  ]);
  return { row: found, parts: Object.fromEntries(results) as Results<Asked> };
}

/** Asks for one part alone. */
export async function readPart<Result>(db: Queryable, one: Part<Result>): Promise<Result> {
  return one.read((await db.one<{ value: never }>(sql`select (${one.query}) as value`)).value);
}
