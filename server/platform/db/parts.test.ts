// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import type { Database } from './database.ts';
import { part, prepareRowAndParts, readPart } from './parts.ts';

const db = openTestDatabase({ poolSize: 1 });

const sum = part(sql`select to_json(${2}::int + ${3}::int)`, (value: number) => ({ value }));
const nothing = part(sql`select to_json(1) where false`, (value: number | null) => value ?? 'nothing');
const length = (id: string) => part(sql`select to_json(length(${id}::text))`, (value: number) => ({ value }));

it('reads a row and all its parts in one statement per player', async () => {
  const asked: unknown[] = [];
  const counting = {
    batched: {
      row(query: never) {
        asked.push(query);
        return db.batched.row(query);
      },
    },
  } as unknown as Database;
  const read = prepareRowAndParts<
    { playerId: string; at: Date },
    { length: ReturnType<typeof length>; nothing: typeof nothing }
  >((id) => ({
    query: sql`select ${id}::text as player_id, now() as at where ${id}::text <> 'nobody'`,
    parts: { length: length(id), nothing },
  }));
  const [one, other, none] = await Promise.all(['a', 'bcd', 'nobody'].map((id) => read(counting, id)));
  expect(one?.row).toMatchObject({ playerId: 'a', at: expect.any(Date) });
  expect([one?.parts, other?.parts]).toEqual([
    { length: { value: 1 }, nothing: 'nothing' },
    { length: { value: 3 }, nothing: 'nothing' },
  ]);
  expect(none).toBeUndefined();
  expect(asked).toHaveLength(3);
});

it('refuses a part whose query needs more than the player', () => {
  const build = () => prepareRowAndParts((id) => ({ query: sql`select ${id}::text`, parts: { sum } }));
  expect(build).toThrow('more than its player');
});

it('reads a single part', async () => {
  expect([await readPart(db, sum), await readPart(db, nothing)]).toEqual([{ value: 5 }, 'nothing']);
});
