// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { TestApp } from './app.ts';
import { endpointsOfContract } from './contract.ts';
import { sampleCall } from './sample-calls.ts';

/** The whole state by name, for comparing two points in time. */
export type Photograph = Map<string, string>;

/** Parts of an answer that depend on the time of the request. */
const isOfThisMoment = /"(exportedAt|now|serverTime|lastUsedAt)":"[^"]*"/g;

/** The highest id: lists that show rows before an id then show all of them. With a random id they might show none. */
const lastId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

export interface Viewers {
  /** Sessions by name, for the calls that players may make. */
  players: Record<string, string>;
  /** The session of an administrator. */
  admin: string;
}

/** All rows of all tables, and the answer to each read call of the contract for everyone who may make it. */
export async function photograph(test: TestApp, { players, admin }: Viewers): Promise<Photograph> {
  const photo: Photograph = new Map();
  const day = test.clock.now().toISOString().slice(0, 10);
  for (const endpoint of await endpointsOfContract()) {
    if (endpoint.method !== 'GET' || endpoint.path.includes(':')) continue;
    const { url } = await sampleCall(endpoint, lastId);
    const isOfPlayers = endpoint.access === 'signed-in';
    const callers = isOfPlayers ? players : endpoint.access === 'public' ? { visitor: '' } : { admin };
    for (const [name, token] of Object.entries(callers)) {
      const asked = endpoint.path.startsWith('/overview') ? `${url}?from=${day}&to=${day}` : url;
      const answer = await test.call({ url: asked, token });
      // Two failures would look like equal answers.
      if (answer.statusCode >= 500 || answer.statusCode === 429)
        throw new Error(`${name}: ${asked} was answered with ${answer.statusCode}: ${answer.body}`);
      photo.set(`${name}: ${endpoint.path}`, answer.body.replaceAll(isOfThisMoment, ''));
    }
  }
  const tables = await test.db.rows<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  for (const { name } of tables) {
    const { rows } = await test.db.one<{ rows: string }>(sql`
      select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from ${raw(name)} t`);
    photo.set(`table ${name}`, rows);
  }
  return photo;
}

/** Names of all differing parts. */
export function findChanges(before: Photograph, after: Photograph): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name)).sort();
}
