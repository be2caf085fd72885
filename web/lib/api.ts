// SPDX-License-Identifier: Apache-2.0

import { fromAnswer } from '../../contract/answers.ts';
import type { DataOf, Endpoint, InputOf } from '../../contract/endpoint.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { asOfHeader } from '../../contract/offline.ts';
import { isUnattended, noteUseReported } from './attendance.ts';
import { noteAnswer, noteLastKnown, readConnection } from './connection.ts';
import { toLocalTimes } from './format.ts';
import { noteMaintenance } from './maintenance.ts';
import { noteServerDate } from './server-time.ts';
import { endSession, readToken } from './session.ts';
import { noteTracing, withTraceParent } from './trace-parent.ts';

export const apiBase = '/api/v1';
const retryDelayMs = 250;
/** The longest wait before the second try. If a server asks for more, the caller gets its first answer. */
const maxRetryDelayMs = 5_000;

/** A request that failed for good. `message` is for the user. `code` is missing if there was no valid answer. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly data: Record<string, unknown>;
  /** The request id in the server's log; '' without an answer. */
  readonly requestId: string;

  constructor(
    message: string,
    status = 0,
    code?: ErrorCode,
    data: Record<string, unknown> = {},
    requestId = '',
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.requestId = requestId;
  }
}

/** Changes don't wait for the network, because the player may be gone when it returns. */
export const needsNetwork = 'You’re offline. Nothing was sent.';

type Nothing = Record<never, never>;
type Filled<Input> = { [Part in keyof Input as Nothing extends Input[Part] ? never : Part]: Input[Part] } & {
  [Part in keyof Input as Nothing extends Input[Part] ? Part : never]?: Input[Part];
};
/** The input of an endpoint, without empty parts. */
export type CallInput<E extends Endpoint> = Filled<InputOf<E>>;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /**
   * One key per intention of the user (`newIdempotencyKey()`). Pass the same key when the user retries. Without a key,
   * every call counts as new.
   */
  idempotencyKey?: string;
  /**
   * Shows no toast, because the caller shows the failure. Field errors never show a toast; they appear beside their
   * field.
   */
  quiet?: boolean;
  /** The message if the server sent none (product specification, section 8.3). */
  fallback?: string;
  /** The file of a multipart form; the call's `body` names the field. */
  file?: File | undefined;
}

/** Options for a call that can also undo its change. */
export type UndoableOptions = CallOptions & { isUndo?: boolean };

type CallArguments<E extends Endpoint> =
  Nothing extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

let announce: (failure: ApiError) => void = () => {};

/** Sets how failures are shown: a toast of 1.5 s (product specification, section 8.1). */
export function announceFailuresWith(show: (failure: ApiError) => void): void {
  announce = show;
}

type AskForFactor = (isEnrolled: boolean) => Promise<boolean>;
let askForFactor: AskForFactor | undefined;

/**
 * Sets the function that asks for the second factor when a call needs it. It resolves to whether the user confirmed; if
 * so, the call is repeated unchanged. Returns a function that unsets it.
 */
export function askForFactorWith(ask: AskForFactor): () => void {
  askForFactor = ask;
  return () => {
    if (askForFactor === ask) askForFactor = undefined;
  };
}

/** Reads don't ask for the factor; the page shows a message instead of the data. */
async function withFactor(method: Endpoint['method'], work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'second_factor_required';
    if (!isNeeded || method === 'GET' || !(await askForFactor?.(error.data.isEnrolled === true))) throw error;
    return work();
  }
}

/** Whether a change was accepted but needs a second administrator. The dialog that sent it can then close. */
export function isWaiting(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'waits_for_approval';
}

export function newIdempotencyKey(): string {
  // randomUUID needs a secure context: it is missing without TLS, except on localhost.
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');
}

/** Calls an endpoint of contract/ and returns its `data`. Throws ApiError, or the abort reason if aborted. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input = {} as CallInput<E>, options = {}]: CallArguments<E>
): Promise<DataOf<E>> {
  const { params, query, body } = input as { params?: object; query?: object; body?: object };
  const headers: Record<string, string> = {};
  const token = readToken();
  try {
    if (endpoint.access !== 'public' && !token) {
      throw new ApiError('Authentication token not found.', 401, 'not_signed_in');
    }
    if (endpoint.method !== 'GET' && readConnection() === 'offline') throw new ApiError(needsNetwork);
    if (token) headers.authorization = `Bearer ${token}`;
    if (endpoint.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
    const sends = endpoint.method !== 'GET' && body !== undefined;
    if (sends && !endpoint.upload) headers['content-type'] = 'application/json';
    if (isUnattended()) headers['x-unattended'] = '1';
    else if (endpoint.access !== 'public') noteUseReported();
    if (endpoint.file) headers.accept = endpoint.file;
    const answer = await withFactor(endpoint.method, () =>
      request(address(endpoint.path, params, query), {
        method: endpoint.method,
        headers,
        ...(sends && {
          body: endpoint.upload ? toForm(body, endpoint.upload.field, options.file) : JSON.stringify(body),
        }),
        ...(options.signal && { signal: options.signal }),
      }),
    );
    return fromAnswer(endpoint, answer);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = inWords(error, options.fallback);
    // Somebody else may be signed in by now.
    if (token !== readToken()) throw failure;
    if (failure.code === 'session_ended') endSession('session_ended');
    else if ((!options.quiet || isWaiting(failure)) && !namesFields(failure)) announce(failure);
    throw failure;
  }
}

function inWords(error: unknown, fallback?: string): ApiError {
  if (!(error instanceof ApiError)) return new ApiError(getMessage(error));
  const { status, code, data, requestId } = error;
  // Status 0 stands for no answer, which has its own message.
  const saysNothing = code === 'internal' || (code === undefined && status !== 0);
  return saysNothing && fallback ? new ApiError(fallback, status, code, data, requestId) : error;
}

/** Whether the server named invalid fields. Forms show these in place, so a toast would only repeat them. */
function namesFields({ data }: ApiError): boolean {
  return Array.isArray(data.issues) && data.issues.length > 0;
}

/** As multipart/form-data. The browser adds the content type with the boundary. */
function toForm(body: object, fileField: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (name === fileField || value === undefined) continue;
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (file) form.set(fileField, file);
  return form;
}

/**
 * Sends a request and retries once, after no answer or a server error. If a busy server names a time, it waits that
 * long. A retried delete that gets a 404 has succeeded: the first try deleted it and only its answer was lost.
 */
async function request(url: string, init: RequestInit): Promise<Answer> {
  const first = await attempt(url, init);
  if ('answer' in first) return first.answer;
  const { retryInMs } = first;
  if (retryInMs === undefined || init.signal?.aborted) throw first.error;
  await new Promise((resolve) => setTimeout(resolve, retryInMs));
  const second = await attempt(url, init);
  if ('answer' in second) return second.answer;
  if (init.method === 'DELETE' && second.error.code === 'not_found') return { data: {} };
  if (second.isUnanswered) noteAnswer(false);
  throw second.error;
}

type Answer = Record<string, unknown>;
type Outcome = { answer: Answer } | { error: ApiError; retryInMs: number | undefined; isUnanswered?: true };

/**
 * How long to wait before repeating the request: the server's Retry-After plus some jitter, so that clients don't all
 * return at the same moment. Undefined if that is too long, or if repeating would change nothing.
 */
function retryDelay({ status, headers }: Response): number | undefined {
  if (status < 500) return undefined;
  const askedMs = Number(headers.get('retry-after')) * 1000;
  if (!(askedMs > 0)) return retryDelayMs;
  return askedMs > maxRetryDelayMs ? undefined : askedMs + Math.random() * retryDelayMs;
}

function unanswered(): Outcome {
  const error = new ApiError('No response received from the server');
  return { error, retryInMs: retryDelayMs, isUnanswered: true };
}

async function attempt(url: string, init: RequestInit): Promise<Outcome> {
  let response: Response;
  let asOf: string | null;
  const sentAt = Date.now();
  try {
    response = await fetch(url, withTraceParent(init));
    asOf = response.headers.get(asOfHeader);
    if (asOf === null) {
      noteServerDate(response, { sentAt, receivedAt: Date.now() });
      noteMaintenance(response);
    }
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return unanswered();
  }
  noteTracing(response);
  // The request arrived too late for the server to act on it. Treated like no answer, so records kept for a retry stay.
  if (response.status === 408) return unanswered();
  const answer = await readAnswer(response, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    return undefined;
  });
  // Cut off, or not from the server: networks that require a sign-in answer everything with their own page.
  if (response.ok && !answer) return unanswered();
  if (asOf === null) noteAnswer(true);
  else noteLastKnown(asOf);
  // A change that waits for approval was accepted, but gives the caller no data to continue with.
  if (response.ok && response.status !== 202 && answer) return { answer };
  const error = new ApiError(
    toLocalTimes(answer?.message || response.statusText || wordless),
    response.status,
    answer?.code,
    isObject(answer?.data) ? answer.data : {},
    response.headers.get('x-request-id') ?? '',
  );
  return { error, retryInMs: retryDelay(response) };
}

/** The body as JSON, or, for a file, the file as `data`. */
async function readAnswer(
  response: Response,
  asked: RequestInit,
): Promise<{ message?: string; code?: ErrorCode; data?: unknown }> {
  const file = new Headers(asked.headers).get('accept');
  const isFile = response.ok && file !== null && response.headers.get('content-type') === file;
  return isFile ? { data: await response.blob() } : response.json();
}

function address(path: string, params: object = {}, query: object = {}): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${apiBase}${filled}${search.size ? `?${search}` : ''}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The request id to show after a server error; '' for refusals, whose message says what to do. */
export function referenceOfFault(error: unknown): string {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : '';
}

/** For failures without a message. */
const wordless = 'Something went wrong';

/** The message of anything thrown, or `fallback`. */
export function getMessage(error: unknown, fallback = wordless): string {
  return (error instanceof Error && error.message) || fallback;
}
