// SPDX-License-Identifier: Apache-2.0

import { badRequest } from './errors.ts';

export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

const deepest = 6;

/**
 * Parses Stripe's form encoding: `a=1&b[c]=2&d[0]=x&d[1]=y` and `d[]=x`.
 * @returns plain objects without a prototype; objects with only numeric names become arrays
 */
export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(form, getPath(name), value, name);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, withArrays(value)]));
}

/** `metadata[order][id]` -> metadata, order, id. */
function getPath(name: string): string[] {
  const [, head, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  const parts = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
  if (head === undefined || parts.length > deepest) throw badRequest(`Invalid parameter name: ${name}`);
  return [head, ...parts];
}

function put(form: Form, path: string[], value: string, name: string): void {
  let at: Form = form;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[key] = value;
      return;
    }
    at[key] ??= Object.create(null) as Form;
    const next = at[key];
    if (typeof next !== 'object' || Array.isArray(next)) throw badRequest(`Invalid object: ${name}`);
    at = next;
  }
}

function withArrays(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const isList = names.length > 0 && names.every((name) => /^\d+$/.test(name));
  if (isList) return Object.values(value).map(withArrays);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withArrays(part)]));
}
