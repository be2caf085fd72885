// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import './words.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Who may call: anybody, a signed-in player, or anyone who holds the named permission. */
export type Access = 'public' | 'signed-in' | Permission;

/** The name of the file's field and its maximum size; in `body` that field holds the file's name. */
export interface Upload {
  field: string;
  maxBytes: number;
}

/**
 * One call that browser and server agree on. `path` is below `/api/v1`, in Fastify's `:param` form.
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
  /** The message of a successful response; a function of its data if it depends on what was done. */
  message: string | ((data: never) => string);
  access: Access;
  /**
   * True: the caller may send `Idempotency-Key`. A replay returns the first response, different input under the same
   * key is refused, and without a key every call is a new one (docs/rules/calls.md, 7).
   */
  idempotent: boolean;
  /**
   * True: requires a second factor confirmed within the last minutes, where one is demanded
   * (docs/rules/second-factor.md, 6).
   */
  isIrreversible: boolean;
  /** True: a successful response also contains `success: true`, as the specification has it for some calls. */
  saysSuccess: boolean;
  /**
   * True: `data` is `{ list, ... }` here. In the response itself the list is `data`, and the rest, such as `total`, is
   * next to it, as in the specification.
   */
  isList: boolean;
  /** If the body is multipart/form-data: the one file that it may contain. */
  upload?: Upload | undefined;
  /** If a successful response is a file instead of JSON: its media type. `data` is then the file. */
  file?: string | undefined;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
  refusals: readonly ErrorCode[];
}

const nothing = z.object({});
type Nothing = typeof nothing;

/** Fills in defaults for the parts that an endpoint leaves out. */
export function endpoint<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = Nothing,
>(
  definition: Pick<Endpoint, 'method' | 'path' | 'summary' | 'access'> & {
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

/** What a caller passes: params (not URL-encoded), query and body, before they are parsed. */
export type InputOf<E extends Endpoint> = {
  params: z.input<E['params']>;
  query: z.input<E['query']>;
  body: z.input<E['body']>;
};

/** The `data` of a successful response. */
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
 * One line of text that the database and URLs can carry: no control characters (above all NUL) and no lone surrogates. Also
 * no Unicode embeddings, overrides or isolates: they change the writing direction beyond their own text, which could make an
 * administrator read a different sentence from the one that was written.
 */
export const lineOfText = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u;
/** The same, but line breaks and tabs are allowed. */
export const linesOfText = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\t\n\r])*$/u;

/**
 * An id in lower case. To the database capitals mean the same row, but code compares ids as strings.
 * This is the only schema for ids (server/ids.test.ts).
 */
export const id = z.uuid().toLowerCase();
/** Largest amount or balance of coins, XP or tokens, positive or negative (docs/rules/ledger.md, 6). */
export const maxCoins = 1_000_000_000_000;
/** Coins, XP, tokens: whole numbers only. */
export const amount = z.int().nonnegative();
export const timestamp = z.iso.datetime();
