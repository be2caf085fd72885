// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

interface JsonSchema {
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  type?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** Sample texts by format. */
const formats: Record<string, string> = {
  'date-time': '2030-01-01T00:00:00.000Z',
  date: '1990-01-31',
  uri: 'https://sample.finalring.dev/sample',
};

function sampleText({ format, minLength = 0, maxLength = 80 }: JsonSchema, id: string): string {
  if (format === 'uuid') return id;
  return formats[format ?? ''] ?? 'Sample'.padEnd(minLength, ' sample').slice(0, maxLength);
}

function sampleOf(schema: JsonSchema, id: string): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [part] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (part) return sampleOf(part, id);
  if (schema.type === 'object') {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, id)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, id));
  if (schema.type === 'string') return sampleText(schema, id);
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  return schema.type === 'boolean' ? false : null;
}

/**
 * A value that a schema accepts, with only its required fields. Rules that a JSON schema can't express may still refuse
 * it.
 */
export function makeSample(schema: z.ZodType, id: string): unknown {
  return sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, id);
}
