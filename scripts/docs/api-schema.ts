// SPDX-License-Identifier: Apache-2.0

/** JSON schemas as table rows for readers. */

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  additionalProperties?: Schema | boolean;
  $ref?: string;
}

export interface Field {
  /** The field's path, such as `list[].id`. */
  name: string;
  type: string;
  isRequired: boolean;
  rules: string;
}

/** The default bound of integers in the JSON schemas. */
const widest = Number.MAX_SAFE_INTEGER;
const maxEnum = 12;

const alternatives = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf ?? [];
const isNull = ({ type }: Schema) => type === 'null';

function describeType(schema: Schema): string {
  const choices = alternatives(schema);
  if (choices.length > 0) return [...new Set(choices.map(describeType))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length <= maxEnum)
    return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {})}`;
  if (schema.format === 'uuid') return 'id';
  if (schema.format === 'date-time') return 'time';
  if (schema.format && schema.type === 'string') return schema.format;
  return [schema.type ?? 'anything'].flat().join(' or ');
}

function describeConstraints({
  minLength,
  maxLength,
  minimum,
  maximum,
  default: usual,
  description,
}: Schema): string {
  const bounds = [
    minLength === 1 && 'not empty',
    minLength !== undefined && minLength > 1 && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && minimum > -widest && `from ${minimum.toLocaleString('en')}`,
    maximum !== undefined && maximum < widest && `up to ${maximum.toLocaleString('en')}`,
    usual !== undefined && `default ${JSON.stringify(usual)}`,
  ];
  return [description, bounds.filter(Boolean).join(', ')].filter(Boolean).join('; ');
}

/** All fields of all alternatives, without repetition. Their types say which belong together. */
function getParts(schema: Schema): Schema[] {
  const choices = alternatives(schema).filter((choice) => !isNull(choice));
  if (choices.length > 0) return choices.flatMap(getParts);
  if (schema.type === 'array') return getParts(schema.items ?? {});
  return [schema];
}

const isList = (schema: Schema): boolean =>
  schema.type === 'array' || alternatives(schema).some((choice) => isList(choice));

/** Every field of an object, including nested ones up to `depth`. */
export function listFields(schema: object, depth = 3, before = ''): Field[] {
  const seen = new Map<string, Field>();
  for (const part of getParts(schema)) {
    for (const [key, field] of Object.entries(part.properties ?? {})) {
      const name = `${before}${key}`;
      const known = seen.get(name);
      const isRequired = part.required?.includes(key) ?? false;
      const type = describeType(field);
      seen.set(name, {
        name,
        type: known && known.type !== type ? `${known.type} or ${type}` : type,
        isRequired: known ? known.isRequired && isRequired : isRequired,
        rules: describeConstraints(field),
      });
      if (depth === 1) continue;
      for (const inner of listFields(field, depth - 1, `${name}${isList(field) ? '[]' : ''}.`)) {
        if (!seen.has(inner.name)) seen.set(inner.name, inner);
      }
    }
  }
  return [...seen.values()];
}
