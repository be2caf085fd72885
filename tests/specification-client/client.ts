// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';

/** An answer as in section 7: a message, usually data, and fields beside them. */
export interface Answer {
  message: string;
  data: unknown;
  [beside: string]: unknown;
}

/** A refused call. `message` is for people. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export type Send = (method: string, path: string, body?: object | FormData) => Promise<Answer>;

/**
 * Calls the API with only the knowledge of the specification: below `/api/v1`, a bearer token, bodies as JSON or
 * multipart, no other header. Throws `Refused` with the server's message.
 */
export function clientFor(address: string, token?: string): Send {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        // Sent with every call, as clients usually do, even with an empty body.
        ...(!isForm && method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Refused(answer.message, response.status);
    assert.equal(typeof answer.message, 'string', 'every answer carries a message');
    return answer;
  };
}

type Fields = Record<string, unknown>;

/** The value as an object that has all of `fields`, separated by spaces. */
export function withFields(value: unknown, fields: string): Fields {
  assert.ok(
    typeof value === 'object' && value !== null,
    `an object is expected, not ${JSON.stringify(value)}`,
  );
  const missing = fields.split(' ').filter((field) => !(field in value));
  assert.deepEqual(missing, [], `fields that are missing: ${missing.join(', ')}`);
  return value as Fields;
}

/** `data` as a list whose rows have these fields. */
export function listIn({ data }: Answer, fields: string): Fields[] {
  assert.ok(Array.isArray(data), '`data` is to be a list');
  return data.map((row) => withFields(row, fields));
}

/** The same for a paged list, whose `total` beside `data` is the number of all rows. */
export function pageIn(answer: Answer, fields: string): Fields[] {
  const rows = listIn(answer, fields);
  assert.equal(typeof answer.total, 'number', '`total` stands beside `data`');
  // Chains run in parallel and may add rows between the count and the list.
  const addedMeanwhile = 20;
  assert.ok(Number(answer.total) + addedMeanwhile >= rows.length, '`total` counts every row');
  return rows;
}

/** The row whose `field` is `value`. */
export function rowWith(rows: readonly Fields[], field: string, value: unknown): Fields {
  const found = rows.find((row) => row[field] === value);
  assert.ok(found, `no row whose ${field} is ${JSON.stringify(value)}`);
  return found;
}

/** Expects a refusal, and returns its message. */
export async function toRefusal(call: Promise<Answer>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
  throw new assert.AssertionError({ message: 'the call was to be refused' });
}
