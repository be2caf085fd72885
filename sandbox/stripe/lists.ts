// SPDX-License-Identifier: Apache-2.0

import type { Book, Kind } from './book.ts';
import { badRequest } from './errors.ts';
import type { StripeObject } from './objects.ts';
import type { Parameters } from './parameters.ts';

const usualLimit = 10;
const maxLimit = 100;

interface Listed {
  kind: Kind;
  /** The list's address in the answer. */
  url: string;
  /** Parameters that filter by the field of the same name. */
  filters: readonly string[];
}

/** A page of objects, newest first: `limit`, `starting_after`, `ending_before`, `created[gt|gte|lt|lte]` and filters. */
export function toList(
  book: Book,
  { kind, url, filters }: Listed,
  parameters: Parameters,
  expand: string[],
): object {
  const limit = parameters.whole('limit') ?? usualLimit;
  if (limit < 1 || limit > maxLimit) {
    throw badRequest('Invalid integer: limit must be between 1 and 100', undefined, 'limit');
  }
  const wanted = filters.map((name) => [name, parameters.text(name)] as const);
  const isWithin = toPeriod(parameters);
  const after = parameters.text('starting_after');
  const before = parameters.text('ending_before');
  parameters.refuseUnreadParameters();

  const all = book
    .list(kind)
    .filter((object) => isWithin(object.created))
    .filter((object) =>
      wanted.every(([name, value]) => value === undefined || getField(object, name) === value),
    );
  const from = after === undefined ? 0 : findPosition(all, after, 'starting_after') + 1;
  const to = before === undefined ? all.length : findPosition(all, before, 'ending_before');
  const page = before === undefined ? all.slice(from, from + limit) : all.slice(Math.max(0, to - limit), to);
  const hasMore = before === undefined ? from + limit < all.length : to > limit;
  const inData = expand.filter((name) => name.startsWith('data.')).map((name) => name.slice(5));
  return {
    object: 'list',
    data: page.map((object) => expanded(book, object, inData)),
    has_more: hasMore,
    url,
  };
}

/** Replaces references with the referenced objects, one level at a time. */
export function expanded(book: Book, object: object, names: string[]): object {
  const result: Record<string, unknown> = { ...object };
  for (const name of names) {
    const [head = '', ...rest] = name.split('.');
    const value = result[head];
    const target = typeof value === 'string' ? book.any(value) : (value as object | null | undefined);
    if (target === undefined) {
      throw badRequest(`This property cannot be expanded (${head}).`, undefined, 'expand');
    }
    if (target !== null) result[head] = expanded(book, target, rest.length > 0 ? [rest.join('.')] : []);
  }
  return result;
}

function getField(object: StripeObject, name: string): unknown {
  return (object as unknown as Record<string, unknown>)[name];
}

function findPosition(objects: StripeObject[], id: string, param: string): number {
  const index = objects.findIndex((object) => object.id === id);
  if (index < 0) throw badRequest(`No such object: '${id}'`, 'resource_missing', param);
  return index;
}

function toPeriod(parameters: Parameters): (created: number) => boolean {
  const created = parameters.object('created') ?? {};
  const bound = (name: string, otherwise: number): number => {
    const value = created[name];
    return typeof value === 'string' && value !== '' ? Number(value) : otherwise;
  };
  const least = Math.max(bound('gte', 0), bound('gt', -1) + 1);
  const most = Math.min(bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER) - 1);
  return (time) => time >= least && time <= most;
}
