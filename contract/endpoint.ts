// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import './words.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Who may call: anybody, a signed-in player, or anyone who holds the named permission. */
export type Access = 'public' | 'signed-in' | Permission;

/** The name of the file's field and how large it may be; in `body` the field is the file's name. */
export interface Upload {
  field: string;
  maxBytes: number;
}

/**
 * One call that browser and server agree on. `path` stands below `/api/v1` in Fastify's `:param` form.
 * The answer is always `{ message, data }`; a refusal is `{ message, code, data? }` with a code from errors.ts.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** What a good answer says; a function of its data where it depends on what was done. */
  message: string | ((data: never) => string);
  access: Access;
  /**
   * True: the caller may send `Idempotency-Key`; a replay returns the first answer, other input under the same key is
   * refused, and without one the call is a one-off (docs/rules.md, Calls).
   */
  idempotent: boolean;
  /** True: asks for a second factor that was confirmed minutes ago, where one is demanded (docs/rules.md, Second factor). */
  isIrreversible: boolean;
  /**
   * How old an answer may be. `now`: it has all that was done before. `late`: where the installation has a replica, it may
   * lack the last seconds: for players (`signed-in`) of what others did, as what they did themselves, or were told of, it
   * has where it shows any of it; for all others of everything. Of calls that change something: `now`.
   */
  reads: 'now' | 'late';
  /** True: a good answer also says `success: true`, as the specification has it for some calls. */
  saysSuccess: boolean;
  /**
   * True: `data` is `{ list, ... }` here; on its way the list itself is `data`, and the rest, such as `total`, stands
   * beside it, as the specification has lists.
   */
  isList: boolean;
  /** Where the body is multipart/form-data: the one file that it may bring. */
  upload?: Upload | undefined;
  /** Where a good answer is a file, not JSON: its media type. `data` is the file then. */
  file?: string | undefined;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
  refusals: readonly ErrorCode[];
}

const nothing = z.object({});
type Nothing = typeof nothing;

/** Each GET declares how old its answer may be. */
type Reading =
  | { method: 'GET'; reads: Endpoint['reads'] }
  | { method: Exclude<Endpoint['method'], 'GET'>; reads?: 'now' };

/** Fills in the parts that an endpoint does not have. */
export function endpoint<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = Nothing,
>(
  definition: Pick<Endpoint, 'path' | 'summary' | 'access'> &
    Reading & {
      message?: string | ((data: z.output<Data>) => string);
      idempotent?: boolean;
      isIrreversible?: boolean;
      saysSuccess?: boolean;
      isList?: boolean;
      upload?: Upload;
      file?: string;
      params?: Params;
      query?: Query;
      body?: Body;
      data?: Data;
      refusals?: readonly ErrorCode[];
    },
): Endpoint<Params, Query, Body, Data> {
  return {
    message: 'OK',
    reads: 'now',
    idempotent: false,
    isIrreversible: false,
    saysSuccess: false,
    isList: false,
    refusals: [],
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    data: nothing as unknown as Data,
    ...definition,
  };
}

/** What a caller passes: decoded params, query and body. */
export type InputOf<E extends Endpoint> = {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
};

/** The `data` of a good answer. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;

export const idempotencyKey = z
  .string()
  .min(8)
  .max(128)
  .regex(/^[A-Za-z0-9_.:-]+$/)
  .describe(
    'Makes a repeated call safe: the first answer is given again. Without one the call is a one-off.',
  );

/**
 * One line that database and addresses can carry: no control characters (NUL above all), no half of a character; and none
 * that turns the writing's direction beyond its own text (Unicode's embeddings, overrides and isolates), with which somebody
 * could make an administrator read another sentence than they wrote.
 */
export const lineOfText = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u;
/** The same with line breaks and tabs. */
export const linesOfText = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\t\n\r])*$/u;

/**
 * An id, in its one spelling: capitals name the same row in the database but are another text, and code compares texts.
 * The only schema for ids there is (server/ids.test.ts).
 */
export const id = z.uuid().toLowerCase();
/** No amount of coins, XP or tokens, and no balance, is above this or below its negative (docs/rules.md, Ledger). */
export const maxCoins = 1_000_000_000_000;
/** Coins, XP, tokens: whole numbers only. */
export const amount = z.int().nonnegative();
export const timestamp = z.iso.datetime();
