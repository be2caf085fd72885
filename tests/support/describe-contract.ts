// SPDX-License-Identifier: Apache-2.0

import { readdirSync } from 'node:fs';
import { inspect } from 'node:util';
import { z } from 'zod';

type Names = ReadonlyMap<unknown, string>;
/** Printed without quotes. */
const word = (text: string) => Symbol.for(text);

/** A schema's parts as data: its kind, its inner schemas, its checks and their messages. */
function describeSchema(schema: z.core.$ZodType, names: Names): unknown {
  const { type, checks = [], ...def } = schema._zod.def as z.core.$ZodTypeDef & { shape?: unknown };
  if ('entries' in def) return { [type]: toData(Object.values(def.entries as object), names) };
  const parts = describeParts({ ...def, checks: checks.map((check) => check._zod.def) }, names);
  const [only, second] = Object.entries(parts);
  if (!only) return word(type);
  if (second) return { [type]: parts };
  return only[0] === 'shape' ? only[1] : { [type]: only[0] === 'checks' ? parts : only[1] };
}

/** Without empty parts, and with an error's text. */
function describeParts(value: object, names: Names): object {
  const { error, ...rest } = value as { error?: unknown };
  const says = typeof error === 'function' ? error({ code: 'custom', input: undefined }) : undefined;
  return Object.fromEntries(
    Object.entries({ ...rest, says })
      .map(([key, part]) => [key, toData(part, names)] as const)
      .filter(([key, part]) => key === 'defaultValue' || !isNothing(part)),
  );
}

const isNothing = (part: unknown) =>
  part === undefined ||
  part === false ||
  ((isPlain(part) || Array.isArray(part)) && Object.keys(part).length === 0);

const isPlain = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]' && !(value instanceof z.core.$ZodType);

function toData(value: unknown, names: Names): unknown {
  const name = names.get(value);
  if (name) return word(name);
  if (value instanceof z.core.$ZodType) return describeSchema(value, names);
  if (typeof value === 'function') return word('function');
  if (typeof value === 'string' && /^[\w-]+$/.test(value)) return word(value);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  const isList = Array.isArray(value) || value instanceof Set || value instanceof Map;
  return isList ? [...value].map((item) => toData(item, names)) : describeParts(value, names);
}

/**
 * All exports of the modules except functions, as text. Each exported value is printed once under its name, whatever
 * its file.
 */
function describeModules(modules: readonly Record<string, unknown>[]): string {
  const exported = new Map(modules.flatMap((module) => Object.entries(module)));
  const data = [...exported].filter(([, value]) => typeof value !== 'function').sort();
  const names = new Map(data.flatMap(([name, value]) => (typeof value === 'object' ? [[value, name]] : [])));
  const format = { depth: null, breakLength: 140, compact: 6, maxArrayLength: null, maxStringLength: null };
  const lines = data.map(([name, value]) => {
    const described = isPlain(value)
      ? describeParts(value, names)
      : toData(value, new Map([...names, [value, '']]));
    return `${name}: ${inspect(described, format).replaceAll(/Symbol\(([^)]*)\)/g, '$1')}`;
  });
  return `${lines.join('\n')}\n`;
}

export async function describeContract(): Promise<string> {
  const folder = readdirSync(new URL('../../contract', import.meta.url));
  const files = folder.filter((file) => /^[a-z-]+\.ts$/.test(file));
  return describeModules(
    await Promise.all(files.map((file) => import(/* @vite-ignore */ `../../contract/${file}`))),
  );
}
