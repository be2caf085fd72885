// SPDX-License-Identifier: Apache-2.0

import { type ErrorCode, errors } from '../../../contract/errors.ts';

interface Schema {
  $ref?: string;
  type?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  propertyNames?: Schema;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

interface Operation {
  tags?: string[];
  operationId?: string;
  description?: string;
  parameters?: { name?: string; $ref?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

export interface NamedParts {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, object>; parameters?: object };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const toName = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');

/** `GET /api/v1/giveaways/:id/draw` becomes `getGiveawaysByIdDraw`, a function name in generated clients. */
export function toOperationId(method: string, url: string): string {
  const parts = url.replace(/^\/api\/v1/, '').replace(/:(\w+)|\{(\w+)\}/g, 'by-$1$2');
  return method.toLowerCase() + toName(parts);
}

/** Shorter lists of values stay inline. */
const leastValues = 4;
const isNamed = ({ type, enum: values, properties }: Schema) =>
  (type === 'object' && properties !== undefined && Object.keys(properties).length > 0) ||
  (values !== undefined && values.length >= leastValues);

/** Turns a record whose keys are all known into properties: generators do not support `propertyNames`. */
export function expandRecords(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as Schema;
  const { propertyNames, required, additionalProperties: each } = schema;
  if (propertyNames?.enum && required && !schema.properties && typeof each === 'object') {
    schema.properties = Object.fromEntries(required.map((key) => [key, structuredClone(each)]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  for (const inner of Object.values(part)) expandRecords(inner);
}

function visit(part: unknown, see: (schema: Schema) => void): void {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part) && isNamed(part)) see(part);
  for (const each of Object.values(part)) visit(each, see);
}

/** `winners` becomes `Winner`. */
const toSingular = (key: string) =>
  toName(key)
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');

/**
 * Names bodies, the contents of answers, and shapes that occur several times: repeated inline, they made generated
 * types three times as large, and nobody could refer to them.
 */
export function nameSchemas({ paths, webhooks, components }: NamedParts): void {
  const { schemas } = components;
  const times = new Map<string, number>();
  visit({ paths, webhooks }, (schema) => {
    const text = JSON.stringify(schema);
    times.set(text, (times.get(text) ?? 0) + 1);
  });
  const names = new Map<string, string>();

  function freeName(...wanted: string[]): string {
    const found = wanted.find((name) => !(name in schemas));
    if (found) return found;
    for (let number = 2; ; number++)
      if (!(`${wanted[0]}${number}` in schemas)) return `${wanted[0]}${number}`;
  }
  /** The schema with its parts named, or the reference to it. */
  function name(schema: Schema, owner: string, key: string, given?: string): Schema {
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known) return { $ref: `#/components/schemas/${known}` };
    const inner = nameParts(schema, given ?? owner, key) as Schema;
    const isOften = isNamed(schema) && (times.get(text) ?? 0) > 1;
    const isWhole = given !== undefined && (isNamed(schema) || (schema.anyOf ?? schema.oneOf) !== undefined);
    if (!isOften && !isWhole) return inner;
    const own = freeName(given ?? toSingular(key), given ?? owner + toSingular(key));
    names.set(text, own);
    schemas[own] = inner;
    return { $ref: `#/components/schemas/${own}` };
  }
  function nameParts(part: unknown, owner: string, key: string): unknown {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((each) => name(each as Schema, owner, key));
    return Object.fromEntries(
      Object.entries(part).map(([field, each]) => {
        if (field === 'properties') {
          const properties = Object.entries(each as Record<string, Schema>);
          return [field, Object.fromEntries(properties.map(([of, one]) => [of, name(one, owner, of)]))];
        }
        const isSchema = ['items', 'additionalProperties', 'propertyNames', 'not'].includes(field);
        if (isSchema) return [field, name(each as Schema, owner, key)];
        return [field, ['anyOf', 'oneOf', 'allOf'].includes(field) ? nameParts(each, owner, key) : each];
      }),
    );
  }

  for (const operation of Object.values({ ...paths, ...webhooks }).flatMap((path) => Object.values(path))) {
    const of = capital(operation.operationId ?? '');
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      if (media.schema) media.schema = name(media.schema, of, 'body', `${of}Body`);
    for (const [status, answer] of Object.entries(operation.responses)) {
      const { properties } = answer.content?.['application/json']?.schema ?? {};
      if (!properties || !status.startsWith('2')) continue;
      for (const [field, schema] of Object.entries(properties)) {
        const { items } = schema;
        if (items) schema.items = name(items, of, field, `${of}Item`);
        else properties[field] = name(schema, of, field, schema.properties && `${of}${capital(field)}`);
      }
    }
  }
}

/** Describes the parameter for repeated calls once. */
export function nameKey({ paths, components }: NamedParts): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    operation.parameters = operation.parameters?.map((parameter) => {
      if (parameter.name !== 'idempotency-key') return parameter;
      components.parameters = { ...components.parameters, IdempotencyKey: parameter };
      return { $ref: '#/components/parameters/IdempotencyKey' };
    });
  }
}

/** A list item: the code and its meaning for people. */
function toMeaning(told: string): string {
  const [code, note] = told.split('; ');
  return `- \`${code}\`: ${errors[code as ErrorCode].message}${note ? ` (${note})` : ''}`;
}

/** Names answers that many operations share word for word, and explains the codes of each. */
export function nameAnswers({ paths, components }: NamedParts): void {
  components.responses = {};
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, answer] of Object.entries(responses)) {
      if (answer.content?.['application/json']?.schema?.$ref !== '#/components/schemas/Refusal') continue;
      const [, codes] = /^Refused: (.*)$/.exec(answer.description ?? '') ?? [];
      const name = codes ? codes.split(', ').map(toName).join('Or') : status === '5XX' ? 'Failed' : 'Refused';
      if (codes) answer.description = codes.split(', ').map(toMeaning).join('\n');
      const known = components.responses[name];
      if (known && JSON.stringify(known) !== JSON.stringify(answer)) continue;
      components.responses[name] = answer;
      responses[status] = { $ref: `#/components/responses/${name}` } as never;
    }
  }
}
