// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CardKeys } from '../options.ts';
import type { Cause } from './book.ts';
import { type ErrorBody, StripeRefusal } from './errors.ts';
import { type CardFaults, consumeFault, toError } from './faults.ts';
import { type Form, readForm } from './form.ts';
import { getFingerprint, type IdempotentAnswers, type KeptAnswer } from './idempotency.ts';
import { apiVersion } from './objects.ts';
import { type Parameters, toParameters } from './parameters.ts';

/** The input of an endpoint. */
export interface Call {
  /** Path parameters. */
  path: Record<string, string>;
  parameters: Parameters;
  expand: string[];
  /** True for the browser, which may do only what its client secret allows. */
  isPublishable: boolean;
  cause: Cause;
}

export interface Endpoint {
  method: 'GET' | 'POST';
  /** Path below /v1. */
  url: string;
  /** Whether the publishable key may call it. */
  publishable?: boolean;
  run(call: Call): object;
}

export interface CallDeps {
  keys: CardKeys;
  faults: CardFaults;
  answers: IdempotentAnswers;
  /** Resolves once the call's changes are on disk. */
  saved(): Promise<void>;
}

type Answer = KeptAnswer & { isReplayed?: boolean };

/** Mounts the endpoints under /v1, with Stripe's authentication, idempotency and error format. */
export function mountCalls(app: FastifyInstance, endpoints: readonly Endpoint[], deps: CallDeps): void {
  app.register(
    async (api) => {
      api.removeAllContentTypeParsers();
      api.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, body),
      );
      api.setNotFoundHandler((request, reply) => {
        const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`;
        return send(reply, refusalAnswer(404, { type: 'invalid_request_error', message }, newRequestId()));
      });
      api.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        const body: ErrorBody =
          error instanceof StripeRefusal
            ? error.body
            : { type: 'invalid_request_error', message: error.message };
        const status = error instanceof StripeRefusal ? error.status : (error.statusCode ?? 500);
        return send(reply, refusalAnswer(status, body, newRequestId()));
      });
      for (const endpoint of endpoints) {
        api.route({
          method: endpoint.method,
          url: endpoint.url,
          handler: (request, reply) => answer(endpoint, request, reply, deps),
        });
      }
    },
    { prefix: '/v1' },
  );
}

async function answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, deps: CallDeps) {
  const requestId = newRequestId();
  const isPublishable = authenticate(request, endpoint, deps.keys);
  const version = request.headers['stripe-version'];
  reply.header('stripe-version', typeof version === 'string' ? version : apiVersion);
  const fault = consumeFault(deps.faults);
  if (fault === 'hang') return reply.hijack();

  const key = request.method === 'POST' ? getHeader(request, 'idempotency-key') : undefined;
  const body = typeof request.body === 'string' ? request.body : '';
  const execute = (): KeptAnswer => {
    if (typeof fault === 'number' && fault !== 0) return refusalAnswer(fault, toError(fault), requestId);
    return carryOut(endpoint, {
      path: request.params as Record<string, string>,
      form: readForm(request.method === 'GET' ? (request.url.split('?')[1] ?? '') : body),
      isPublishable,
      cause: { id: requestId, idempotency_key: key ?? null },
    });
  };
  const result = await once({
    key,
    fingerprint: getFingerprint(request.method, request.url, body),
    execute,
    deps,
  });
  if (fault === 'lost') {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (key !== undefined) {
    reply.headers({ 'idempotency-key': key, 'original-request': result.requestId });
    if (result.isReplayed) reply.header('idempotent-replayed', 'true');
  }
  return send(reply, { ...result, requestId });
}

interface OnceInput {
  key: string | undefined;
  fingerprint: string;
  execute(): KeptAnswer;
  deps: CallDeps;
}

async function once({ key, fingerprint, execute, deps }: OnceInput): Promise<Answer> {
  if (key === undefined) {
    const result = execute();
    await deps.saved();
    return result;
  }
  const kept = deps.answers.begin(key, fingerprint);
  if (kept) return { ...kept, isReplayed: true };
  try {
    const result = execute();
    // Calls that failed before they changed anything can be retried with the same key.
    if ([200, 402, 500].includes(result.status)) deps.answers.keep(key, fingerprint, result);
    await deps.saved();
    return result;
  } finally {
    deps.answers.release(key);
  }
}

function carryOut(
  endpoint: Endpoint,
  { form, ...rest }: Omit<Call, 'parameters' | 'expand'> & { form: Form },
): KeptAnswer {
  const requestId = rest.cause.id ?? '';
  try {
    const { expand = [], ...others } = form;
    const names = Array.isArray(expand) ? expand.filter((name) => typeof name === 'string') : [];
    const body = endpoint.run({ ...rest, parameters: toParameters(others), expand: names });
    return { status: 200, body, requestId };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return refusalAnswer(error.status, error.body, requestId);
  }
}

/** @returns whether the key is the publishable one @throws StripeRefusal 401 */
function authenticate(request: FastifyRequest, endpoint: Endpoint, keys: CardKeys): boolean {
  const header = getHeader(request, 'authorization') ?? '';
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const given =
    basic === undefined
      ? /^Bearer (\S+)$/i.exec(header)?.[1]
      : Buffer.from(basic, 'base64').toString('utf8').split(':')[0];
  if (given === keys.secretKey) return false;
  if (given === keys.publishableKey && endpoint.publishable) return true;
  const refuse = (message: string, code?: string) =>
    new StripeRefusal(401, { type: 'invalid_request_error', message, code });
  if (given === undefined) throw refuse('You did not provide an API key.');
  if (given === keys.publishableKey) {
    const message =
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
    throw refuse(message, 'secret_key_required');
  }
  throw refuse(`Invalid API Key provided: ${given.slice(0, 8)}*****${given.slice(-4)}`);
}

function refusalAnswer(status: number, body: ErrorBody, requestId: string): KeptAnswer {
  return { status, body: { error: body }, requestId };
}

function send(reply: FastifyReply, { status, body, requestId }: KeptAnswer): FastifyReply {
  return reply.code(status).header('request-id', requestId).send(body);
}

function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
}
