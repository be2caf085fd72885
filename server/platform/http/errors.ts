// SPDX-License-Identifier: Apache-2.0

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, errorMessage, errors } from '../../../contract/errors.ts';
import { leastWaits } from '../../../contract/least-waits.ts';
import { toSentence } from '../../../contract/words.ts';
import { ObjectsUnavailable } from '../objects/objects.ts';
import { DatabaseUnavailable } from '../postgres/unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The refusal's code for the log; '' without one. */
    refusalCode: ErrorCode | '';
  }
}

/**
 * In how many seconds a retry makes sense, if known. Spread randomly if all callers were refused for the same reason,
 * so that they do not return simultaneously.
 */
function retryAfter({ refused, data }: Refusal): number | undefined {
  const { status } = errors[refused];
  if (status !== 429 && status !== 503) return undefined;
  const least = leastWaits[refused];
  return least ? least + Math.floor(Math.random() * (2 * least + 1)) : Number(data?.seconds) || undefined;
}

/** Headers that may have been set for the successful answer, but do not fit a refusal. */
const ofGoodAnswer = ['etag', 'content-encoding', 'content-disposition', 'content-length'];

/** Sends a refusal as `{ message, code, data? }`, the only error shape. Caches must not keep it in place of the answer. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused, data } = refusal;
  reply.refusalCode = refused;
  for (const name of ofGoodAnswer) reply.removeHeader(name);
  reply.header('cache-control', 'no-store');
  const seconds = retryAfter(refusal);
  if (seconds) reply.header('retry-after', seconds);
  return reply
    .code(errors[refused].status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ message: errorMessage(refused, data), code: refused, data }));
}

const byCode: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('unsupported_media_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('malformed_request'),
  // No file descriptors left, in this process or on the machine.
  EMFILE: refuse('unavailable'),
  ENFILE: refuse('unavailable'),
};

type UnknownError = FastifyError & { headers?: Record<string, string> };

function validationRefusal(error: FastifyError): Refusal | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  return refuseInput(
    error.validation.map((issue) => ({
      path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'is not valid',
    })),
  );
}

/** Refuses the fields of a call that are not valid. */
export function refuseInput(issues: readonly { path: string; message: string }[]): Refusal {
  // Two fields may share a message ("Title and Type are required"): keep only one.
  const faults = [...new Set(issues.map(toSentence))].join('; ');
  return refuse('invalid_request', { faults, issues });
}

const rangeNotSatisfiable = 416;

/** Something that the call needed did not answer: the caller may retry. */
const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || error instanceof ObjectsUnavailable;

function toRefusal(error: FastifyError): Refusal {
  if (isOutage(error)) return refuse('unavailable');
  return (
    validationRefusal(error) ??
    byCode[error.code] ??
    (error.statusCode === rangeNotSatisfiable ? refuse('range_not_satisfiable') : undefined) ??
    (error.statusCode && error.statusCode < 500 ? refuse('malformed_request') : refuse('internal'))
  );
}

/** The only place that maps errors to responses. Unknown errors are logged with the request id and become "internal". */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: UnknownError | Refusal, request: FastifyRequest, reply) => {
    if ('refused' in error) return sendRefusal(reply, error);
    const refusal = toRefusal(error);
    // These headers have the file's size.
    if (refusal.refused === 'range_not_satisfiable') reply.headers(error.headers ?? {});
    if (refusal.refused === 'internal') request.log.error({ err: error }, 'request failed');
    else if (error instanceof DatabaseUnavailable) request.log.warn({ err: error }, 'database not available');
    else if (error instanceof ObjectsUnavailable)
      request.log.error({ err: error }, 'object storage not available');
    return sendRefusal(reply, refusal);
  });
}

/** For URLs that the router cannot decode (`/%zz`): no hook runs for them. */
export function refuseUnreadable(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(reply.header('x-content-type-options', 'nosniff'), refuse('malformed_request'));
}

/**
 * A late body may be the fault of a starved process. The call had no effect, so the sender retries: browsers open a new
 * connection after a 408. All other input was never understood.
 */
function toAnswer(code: string | undefined): { status: number; said: 'unavailable' | 'malformed_request' } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, said: 'unavailable' };
  return { status: code === 'HPE_HEADER_OVERFLOW' ? 431 : 400, said: 'malformed_request' };
}

/** For input that never becomes a request: bytes that are not HTTP, endless headers, a body that never arrives. */
export function answerClientError({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, said } = toAnswer(code);
  const body = JSON.stringify({ message: errorMessage(said), code: said });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
