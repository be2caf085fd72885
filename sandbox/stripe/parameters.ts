// SPDX-License-Identifier: Apache-2.0

import { badRequest } from './errors.ts';
import type { Form, FormValue } from './form.ts';

const most = { metadataKeys: 50, metadataKeyLength: 40, metadataValueLength: 500 };

/** Reads a call's parameters one by one. `refuseUnreadParameters` refuses unread ones, like Stripe. */
export interface Parameters {
  text(name: string): string | undefined;
  /** @throws StripeRefusal `parameter_missing` */
  neededText(name: string): string;
  whole(name: string): number | undefined;
  strings(name: string): string[] | undefined;
  /** Accepts `name=` (empty) as no value. */
  object(name: string): { [name: string]: FormValue } | undefined;
  metadata(): Record<string, string>;
  /** @throws StripeRefusal `parameter_unknown` */
  refuseUnreadParameters(): void;
}

export function toParameters(form: Form): Parameters {
  const unread = new Set(Object.keys(form));
  const take = (name: string): FormValue | undefined => {
    unread.delete(name);
    return form[name];
  };
  const text = (name: string): string | undefined => {
    const value = take(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw badRequest(`Invalid string: ${name}`, undefined, name);
    return value === '' ? undefined : value;
  };
  const object = (name: string): { [name: string]: FormValue } | undefined => {
    const value = take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string' || Array.isArray(value)) {
      throw badRequest(`Invalid object: ${name}`, undefined, name);
    }
    return value;
  };
  return {
    text,
    object,
    neededText: (name) => {
      const value = text(name);
      if (value === undefined)
        throw badRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
      return value;
    },
    whole: (name) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (!/^-?\d{1,15}$/.test(value)) {
        throw badRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
      }
      return Number(value);
    },
    strings: (name) => {
      const value = take(name);
      if (value === undefined) return undefined;
      if (!Array.isArray(value) || value.some((part) => typeof part !== 'string')) {
        throw badRequest(`Invalid array: ${name}`, undefined, name);
      }
      return value as string[];
    },
    metadata: () => {
      const entries = Object.entries(object('metadata') ?? {});
      for (const [key, value] of entries) {
        const isFit =
          typeof value === 'string' &&
          key.length <= most.metadataKeyLength &&
          value.length <= most.metadataValueLength;
        if (!isFit || entries.length > most.metadataKeys) {
          throw badRequest('Metadata must be at most 50 strings.', undefined, `metadata[${key}]`);
        }
      }
      return Object.fromEntries(entries) as Record<string, string>;
    },
    refuseUnreadParameters: () => {
      const [name] = unread;
      if (name !== undefined) {
        throw badRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
      }
    },
  };
}
