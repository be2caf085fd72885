// SPDX-License-Identifier: Apache-2.0

/** The parts of a JSON schema, as zod writes it, that determine valid values. */
export interface SampledSchema {
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  type?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  anyOf?: SampledSchema[];
  oneOf?: SampledSchema[];
  allOf?: SampledSchema[];
  items?: SampledSchema;
  prefixItems?: SampledSchema[];
  properties?: Record<string, SampledSchema>;
}

const id = '0198c0de-0000-7000-8000-000000000001';

const ofFormat: Record<string, string> = {
  uuid: id,
  email: 'ada@example.com',
  'date-time': '2026-01-31T18:00:00.000Z',
  date: '2026-01-31',
  uri: 'https://example.com/page',
};

const ofKey: Record<string, string> = {
  description: 'Win one round',
  email: 'ada@example.com',
  epicId: 'Ada',
  handle: 'quiet-fox',
  message: 'OK',
  name: 'Ada',
  reason: 'Wanted by the owner',
  title: 'Weekly gold',
  words: 'The game ended right after I won it',
};

/** For patterns: the first match is used. */
const candidates = [
  'ada',
  'Ada Lovelace',
  'ADA',
  '123456',
  '22:00',
  '2026-01',
  'Europe/Berlin',
  'US',
  'c0ffee00'.repeat(8),
  'c0ffee00'.repeat(4),
  'a'.repeat(48),
  'ABCD-EFGH-IJKL-MNOP',
  'qG2pMc0V3JmJr1q0mPZt0nC5v8n7x5o3Y1uQ4s6w8kA=',
  '5eafbead',
  'app-5eafbead.js:1:100',
  `B${'A'.repeat(86)}`,
  'A'.repeat(22),
  ...Object.values(ofFormat),
];

function sampleText(
  { format = '', pattern, minLength = 0, maxLength = Infinity }: SampledSchema,
  key: string,
) {
  // Some readers of the document use patterns without the flag `u`: `\p{Cc}` then means the letters p, C and c.
  const wanted = pattern === undefined ? [] : [new RegExp(pattern, 'u'), new RegExp(pattern)];
  const fits = (text: string) =>
    wanted.every((one) => one.test(text)) && text.length >= minLength && text.length <= maxLength;
  const known = [ofFormat[format], ofKey[key], ...candidates].find(
    (text) => text !== undefined && fits(text),
  );
  return known ?? 'a'.repeat(Math.max(1, minLength));
}

const likelyNumber = 100;

function sampleNumber({ minimum, exclusiveMinimum, maximum = Infinity }: SampledSchema): number {
  const least = Math.max(minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + 1);
  return Math.min(Math.max(likelyNumber, least), maximum);
}

/** A realistic value that the schema accepts; `key` is its field name. The same schema always gets the same value. */
export function sample(schema: SampledSchema, key = ''): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(choices.find(({ type }) => type !== 'null') ?? {}, key);
  const { allOf, ...own } = schema;
  if (allOf) return sample(Object.assign(own, ...allOf), key);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'string') return sampleText(schema, key);
  if (type === 'integer' || type === 'number') return sampleNumber(schema);
  if (type === 'boolean') return true;
  if (type === 'array') {
    const { items, prefixItems = items ? [items] : [] } = schema;
    return prefixItems.map((part) => sample(part, key));
  }
  if (type !== 'object') return null;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sample(part, name)]),
  );
}
