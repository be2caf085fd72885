// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

/** The path to the value in a column, such as `ruling.outcome`. */
type Column = readonly string[];
export type Cell = string | number | boolean | null;

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

/**
 * The columns of a table of such items: one per field, and one per field of nested objects. A field of several shapes has
 * the columns of each. The same for every player.
 */
export function listColumns(item: z.ZodType, path: Column = []): Column[] {
  const inner = unwrap(item);
  if (inner instanceof z.ZodUnion) {
    const columns = inner.options.flatMap((option) => listColumns(option as z.ZodType, path));
    return [...new Map(columns.map((column) => [column.join('.'), column])).values()];
  }
  if (!(inner instanceof z.ZodObject)) return [path];
  return Object.entries(inner.shape).flatMap(([name, schema]) =>
    listColumns(schema as z.ZodType, [...path, name]),
  );
}

/** A list within an item becomes JSON in its cell. */
export function toCell(item: unknown, column: Column): Cell {
  const value = column.reduce<unknown>(
    (part, name) => (part as Record<string, unknown> | null | undefined)?.[name],
    item,
  );
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return (value ?? null) as Cell;
}
