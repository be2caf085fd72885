// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { toCamelCase } from './column-names.ts';

/** A statement with numbered parameters, and their values. */
export type Query = Pick<Sql, 'text' | 'values'>;

export interface Answer {
  rows: Record<string, unknown>[];
  /** How many rows a statement returned or changed. */
  touched: number;
}

type Ask = (
  statement: object,
  values: unknown[],
  callback: (error: Error | null, answer: pg.QueryArrayResult) => void,
) => void;

const statements = new Map<string, object>();
const columns = new Map<string, string>();

/**
 * The driver copies an object's own properties at each use, which costs microseconds, so all of these are inherited.
 */
function getStatement(text: string): object {
  let statement = statements.get(text);
  if (!statement) {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statement = Object.create({ name, text, rowMode: 'array' }) as object;
    statements.set(text, statement);
  }
  return statement;
}

function getColumn(column: string): string {
  let name = columns.get(column);
  if (!name) {
    name = toCamelCase(column);
    columns.set(column, name);
  }
  return name;
}

/**
 * An object that cannot become JSON fails here: if that failed halfway through sending, the driver would lose the
 * statement.
 */
function toSendable(value: unknown): unknown {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? JSON.stringify(value)
    : value;
}

function toRows({ rows, fields }: pg.QueryArrayResult): Record<string, unknown>[] {
  if (rows.length === 0) return [];
  const named = fields.map(({ name }) => getColumn(name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < named.length; i++) row[named[i] as string] = values[i];
    return row;
  });
}

/** Runs a statement on a connection or pool, prepared once per connection under a name derived from its text. */
export function ask(client: Pick<pg.Pool, 'query'>, { text, values }: Query): Promise<Answer> {
  return new Promise((resolve, reject) => {
    (client.query as unknown as Ask).call(
      client,
      getStatement(text),
      values.map(toSendable),
      (error, answer) => {
        if (error) reject(error);
        else resolve({ rows: toRows(answer), touched: answer.rowCount ?? 0 });
      },
    );
  });
}
