// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import type { Sql } from 'sql-template-tag';
import { toCamelCase } from './column-names.ts';

/**
 * Runs prepared statements with as little work as the protocol allows. `pg` requests the description of the result on
 * each use of a statement and rebuilds its parsers each time; here they are remembered per connection, and columns are
 * named in TypeScript's way once. Without this a request that reads the database costs this process a tenth to a third
 * more (docs/decisions/0003). PostgreSQL refuses to run a prepared statement whose result type has changed, so a
 * remembered description cannot go stale unnoticed.
 *
 * `pg` lets others implement its queries ("submittable", as in pg-cursor): it calls the handlers below.
 */

interface Statement {
  name: string;
  text: string;
}

/** A statement with numbered parameters, and their values. */
export type Query = Pick<Sql, 'text' | 'values'>;

interface Shape {
  names: string[];
  parsers: ((text: string) => unknown)[];
}

/** Members that the package's types leave out. */
interface Connection extends pg.Connection {
  parsedStatements: Record<string, string | undefined>;
}

export interface Answer {
  rows: unknown[];
  /** The server's command tag, such as `UPDATE 3`. */
  command: string;
}

export type Callback = (error: Error | null, answer?: Answer) => void;

const describePortal = serialize.describe({ type: 'P', name: '' });
const execute = serialize.execute({});
export const sync = serialize.sync();
const executeAndSync = Buffer.concat([execute, sync]);

const statements = new Map<string, Statement>();

function getStatement(text: string): Statement {
  let statement = statements.get(text);
  if (!statement) {
    statement = { name: createHash('sha256').update(text).digest('base64url').slice(0, 24), text };
    statements.set(text, statement);
  }
  return statement;
}

const shapes = new WeakMap<pg.Connection, Map<Statement, Shape>>();

function getShapes(connection: pg.Connection): Map<Statement, Shape> {
  let known = shapes.get(connection);
  if (!known) {
    known = new Map();
    shapes.set(connection, known);
  }
  return known;
}

export class Execution implements pg.Submittable {
  /** `pg` records a statement as parsed under the name and text of the query that was running. */
  readonly name: string;
  readonly text: string;
  /** Set by `pg` from what its `query` is called with. */
  declare callback: Callback;
  readonly #query: Query;
  readonly #statement: Statement;
  readonly #values: (string | Buffer | null)[];
  readonly #rows: unknown[] = [];
  #shape: Shape | undefined;
  #command = '';
  #fault: Error | undefined;

  constructor(query: Query) {
    this.#query = query;
    this.#statement = getStatement(query.text);
    this.name = this.#statement.name;
    this.text = this.#statement.text;
    this.#values = query.values.map(utils.prepareValue);
  }

  submit(connection: pg.Connection): Error | null {
    // One write; `pg` makes four.
    connection.stream.write(Buffer.concat(this.toMessages(connection, undefined, executeAndSync)));
    return null;
  }

  /** @param parsing names of statements that the messages before these already parse */
  toMessages(onto: pg.Connection, parsing?: Set<string>, end = execute): Buffer[] {
    const connection = onto as Connection;
    const { name, text } = this;
    this.#shape = getShapes(connection).get(this.#statement);
    const messages = [serialize.bind({ statement: name, values: this.#values }), end];
    if (!this.#shape) messages.splice(1, 0, describePortal);
    if (connection.parsedStatements[name] === undefined && !parsing?.has(name)) {
      messages.unshift(serialize.parse({ name, text }));
      parsing?.add(name);
    }
    return messages;
  }

  /** A copy that has not been started. */
  again(): Execution {
    return new Execution(this.#query);
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#shape = {
      names: fields.map((field) => toCamelCase(field.name)),
      parsers: fields.map((field) => pg.types.getTypeParser(field.dataTypeID)),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { names, parsers } = this.#shape as Shape;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i] as string | null;
        row[names[i] as string] = text === null ? null : (parsers[i] as Shape['parsers'][0])(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#fault ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: pg.Connection): void {
    this.#command = text;
    getShapes(connection).set(this.#statement, this.#shape ?? { names: [], parsers: [] });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault);
    else this.callback(null, { rows: this.#rows, command: this.#command });
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {
    this.#fault = new Error('copy is not supported');
  }
  handleCopyData(): void {}
}
