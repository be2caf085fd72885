// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import './words.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

/** Who may call: anyone, signed-in players, or holders of the named permission. */
export type Access = 'public' | 'signed-in' | Permission;

/** The name of the file's field and its maximum size; in `body` that field holds the file's name. */
export interface Upload {
  field: string;
  maxBytes: number;
}

/**
 * One call that browser and server share. `path` is below `/api/v1`, in Fastify's `:param` form. An answer is always `{
 * message, data }`; a refusal is `{ message, code, data? }` with a code from errors.ts.
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
   * True: the caller may send `Idempotency-Key`. The same input with a known key returns the first response; different
   * input is refused. Without a key, every call is new (docs/rules/calls.md, 7).
   */
  idempotent: boolean;
  /**
   * True: requires a second factor confirmed within the last minutes, on installations that require one
   * (docs/rules/second-factor.md, 6).
   */
  isIrreversible: boolean;
  /** True: successful responses also contain `success: true`, which the specification requires for some calls. */
  saysSuccess: boolean;
  /**
   * True: `data` is `{ list, ... }` in code. The response has the list as `data`, with the rest (such as `total`) next
   * to it, as in the specification.
   */
  isList: boolean;
  /** If the body is multipart/form-data: the one file that it may contain. */
  upload?: Upload | undefined;
  /** The media type, if a successful response is a file instead of JSON. `data` is then the file. */
  file?: string | undefined;
  params: Params;
  query: Query;
  body: Body;
  data: Data;
  refusals: readonly ErrorCode[];
}

const nothing = z.object({});
type Nothing = typeof nothing;

/** Fills in defaults for parts that an endpoint omits. */
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
 * One line of text for the database and URLs: no control characters (above all NUL) and no lone surrogates. Also no
 * Unicode embeddings, overrides or isolates, since they change the direction of text around them and could make an
 * administrator read a different sentence.
 */
export const lineOfText = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u;
/** The same, but line breaks and tabs are allowed. */
export const linesOfText = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\t\n\r])*$/u;

/**
 * A lower-case id. The database ignores case in ids, but code compares them as strings.
 * This is the only schema for ids (server/ids.test.ts).
 */
export const id = z.uuid().toLowerCase();
/** Largest amount or balance of coins, XP or tokens, positive or negative (docs/rules/ledger.md, 6). */
export const maxCoins = 1_000_000_000_000;
/** Coins, XP, tokens: whole numbers only. */
export const amount = z.int().nonnegative();
export const timestamp = z.iso.datetime();
