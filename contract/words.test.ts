// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { toSentence } from './words.ts';

const junk = [undefined, null, '', ' ', 'x', 'x'.repeat(5_000), '\0', -1, 1e300, 1.5, true, [], [1], {}];
/** What the library says where no message was given: texts for programmers. */
const raw = /Invalid|Too (big|small)|Unrecognized|expected|received|pattern|undefined|null/;

const pickFields = (schema: z.ZodType): string[] => {
  const inner = schema instanceof z.ZodPipe ? schema.in : schema;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
};

function sentencesFor(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input);
  return (error?.issues ?? []).map(({ path, message }) => toSentence({ path: path.join('.'), message }));
}

describe('the message about an invalid input', () => {
  it('is a readable sentence for every field of every call, whatever is sent', {
    tags: ['long'],
  }, async () => {
    const said = new Set<string>();
    for (const { body, query, params } of await endpointsOfContract()) {
      for (const schema of [body, query, params]) {
        for (const value of junk) {
          for (const sentence of sentencesFor(schema, value)) said.add(sentence);
          for (const field of pickFields(schema)) {
            for (const sentence of sentencesFor(schema, { [field]: value })) said.add(sentence);
          }
        }
      }
    }
    expect(said.size).toBeGreaterThan(100);
    expect([...said].filter((sentence) => raw.test(sentence))).toEqual([]);
    for (const sentence of said) expect(sentence).toMatch(/^\S.*\S$/s);
  });

  it.each([
    [z.object({ reason: z.string().min(3) }), { reason: 'x' }, 'reason must have at least 3 characters'],
    [z.object({ reason: z.string().min(1) }), { reason: '' }, 'reason is required'],
    [z.object({ list: z.array(z.int()) }), { list: [0.5] }, 'list.0 must be a whole number'],
    [z.object({ most: z.number().max(1_000) }), { most: 1_001 }, 'most must be at most 1,000'],
    [z.object({ kind: z.enum(['a', 'b']) }), { kind: 'c' }, 'kind must be one of a, b'],
    [z.object({ kind: z.enum(['a', 'b']) }), {}, 'kind is required'],
    [z.object({ mail: z.email() }), { mail: 'x' }, 'mail must be an e-mail address'],
    [z.object({ id: z.uuid() }), { id: 'x' }, 'id must be an id'],
    [z.object({ name: z.string() }), {}, 'name is required'],
    [z.object({ list: z.array(z.int()).max(1) }), { list: [1, 2] }, 'list must have at most 1 entry'],
    [z.object({ list: z.array(z.int()).min(1) }), { list: [] }, 'list must have at least 1 entry'],
    [z.object({ from: z.ipv4() }), { from: 'x' }, 'from is not valid'],
    [z.object({ count: z.number().multipleOf(5) }), { count: 7 }, 'count must be a multiple of 5'],
    [z.strictObject({}), { more: 1 }, 'What was sent is not valid'],
    [z.object({}), 7, 'What was sent must be an object'],
    [z.object({ title: z.string('Title is required') }), {}, 'Title is required'],
  ])('names the field unless it is already a complete sentence', (schema, input, sentence) => {
    expect(sentencesFor(schema, input)).toEqual([sentence]);
  });
});
