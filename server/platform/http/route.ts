// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preValidationAsyncHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { z } from 'zod';
import {
  type DataOf,
  type Endpoint,
  idempotencyKey as idempotencyKeySchema,
} from '../../../contract/endpoint.ts';
import { callAs } from '../db/caller.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type FileAnswer, type JsonText, send } from './answers.ts';
import {
  type Authenticate,
  type DemandFactor,
  mayCall,
  requireSession,
  type SessionPlayer,
} from './authentication.ts';
import type { Memory } from './cached-answer.ts';
import type { CachedLists } from './cached-lists.ts';
import { type ExactLimit, type RateLimiter, toNetwork } from './rate-limit.ts';
import { getResponseSchemas } from './response-schemas.ts';
import { releaseTurn, takeTurnAgain } from './turns.ts';
import { describeUpload, readUpload } from './upload.ts';

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    demandFactor: DemandFactor;
    limiter: RateLimiter;
    cachedLists: CachedLists;
  }
  interface FastifyRequest {
    player: SessionPlayer | null;
  }
}

export interface Call<E extends Endpoint> {
  /** The signed-in player. Not set on a public endpoint, so it must not be used there. */
  player: SessionPlayer;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  /** The caller's key, or else a unique one, so that the call is a one-off. Empty for calls that change nothing. */
  idempotencyKey: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler may return: data, a refusal, a whole answer as JSON text, or a file. */
type Outcome<E extends Endpoint> = DataOf<E> | Refusal | JsonText | FileAnswer;

export interface RouteOptions {
  /** A rate limit for this endpoint, exact and shared by all processes. */
  limit?: ExactLimit;
  /** Compresses the response, which may be many kilobytes long. */
  isLong?: boolean;
  /**
   * The handler checks the caller's rights itself, locking caller and target in one order
   * (features/accounts/roles/authority.ts). Otherwise each of its transactions starts with that check.
   */
  decidesAuthority?: boolean;
  /** Maximum size of the body; 64 KB by default. */
  maxBytes?: number;
  /** Skips the queue when the server is busy (turns.ts). */
  skipsAdmission?: boolean;
}

const compressedFrom2Kb = { threshold: 2048, encodings: ['br', 'gzip'] as ('br' | 'gzip')[] };

function hasFields(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0;
}

/** Checks session, permission and second factor before the body is read; synchronous if the session is cached. */
function admit(app: FastifyInstance, endpoint: Endpoint): onRequestHookHandler {
  return (request, _reply, done) => {
    const enter = (session: SessionPlayer | Refusal): void => {
      const refusal = isRefusal(session)
        ? session
        : mayCall(session, endpoint.access)
          ? app.demandFactor(session, endpoint)
          : refuse('forbidden');
      // Set even for a refused call, so that the log has the caller.
      request.player = isRefusal(session) ? null : session;
      // Fastify's type requires an Error; in fact any value reaches the error handler unchanged.
      done(refusal as unknown as Error | undefined);
    };
    const session = requireSession(request, app.authenticate);
    if (session instanceof Promise) session.then(enter, done);
    else enter(session);
  };
}

/** The endpoint's own rate limit, counted after finding the session and before reading the body. */
function count(app: FastifyInstance, limit: ExactLimit): onRequestAsyncHookHandler {
  return async (request) => {
    const who = limit.by === 'player' ? (request.player as SessionPlayer).id : toNetwork(request.ip);
    const refusal = await app.limiter.take(limit, who);
    if (refusal) throw refusal;
  };
}

/** Who may make the call, for readers of the document. */
function describeAccess({ access, isIrreversible }: Endpoint): string {
  const who =
    access === 'public'
      ? 'Anyone can call it.'
      : access === 'signed-in'
        ? 'Needs a session.'
        : `Needs the permission ${[access].flat().join(' or ')}.`;
  return `${who}${isIrreversible ? ' Needs a fresh second factor.' : ''}`;
}

const optionalKey = idempotencyKeySchema.optional();
const checkIdempotencyKey: preValidationAsyncHookHandler = async (request) => {
  if (!optionalKey.safeParse(request.headers['idempotency-key']).success) {
    throw refuse('malformed_idempotency_key');
  }
};

/** Gives a call without a body the error about its missing field, and accepts it if all fields are optional. */
const treatMissingBodyAsEmpty: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};

/**
 * Mounts an endpoint of the contract: rate limit, session, permission, validation, then `handler`. A result becomes
 * `{ message, data }`, a refusal `{ message, code, data? }`.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: ((call: Call<E>) => Promise<Outcome<E>> | Outcome<E>) & Partial<Memory>,
  { limit, isLong, skipsAdmission, maxBytes, decidesAuthority = false }: RouteOptions = {},
): void {
  const { method, access, upload } = endpoint;
  const changesAsPlayer = method !== 'GET' && access !== 'public';
  const heldFor = decidesAuthority ? null : access;
  const takesBody = hasFields(endpoint.body);
  const { fromMemory } = handler;
  // An endpoint with its own limit is counted in the database.
  if (fromMemory && !limit) app.cachedLists.add({ url: app.prefix + endpoint.path, endpoint, fromMemory });
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      description: describeAccess(endpoint),
      ...(upload && { consumes: ['multipart/form-data'] }),
      ...(hasFields(endpoint.params) && { params: endpoint.params }),
      ...(hasFields(endpoint.query) && { querystring: endpoint.query }),
      ...(takesBody && { body: upload ? describeUpload(endpoint.body, upload) : endpoint.body }),
      security: endpoint.access === 'public' ? [] : [{ session: [] }],
      ...(endpoint.idempotent && { headers: z.looseObject({ 'idempotency-key': optionalKey }) }),
      response: getResponseSchemas(endpoint),
    },
    ...(isLong && { compress: compressedFrom2Kb }),
    ...(skipsAdmission && { config: { skipsAdmission } }),
    ...(maxBytes && { bodyLimit: maxBytes }),
    onRequest: [
      ...(endpoint.access === 'public' ? [] : [admit(app, endpoint)]),
      ...(limit ? [count(app, limit)] : []),
    ],
    ...(endpoint.method !== 'GET' && { preParsing: releaseTurn }),
    preValidation: [
      ...(endpoint.idempotent ? [checkIdempotencyKey] : []),
      ...(upload ? [readUpload(upload)] : takesBody ? [treatMissingBodyAsEmpty] : []),
      ...(endpoint.method === 'GET' ? [] : [takeTurnAgain]),
      // A body may take half a minute to arrive: checks again whether the session, a right or a second factor has
      // ended.
      ...(changesAsPlayer ? [admit(app, endpoint)] : []),
    ],
    // Returns no promise if the handler did not: Fastify treats a returned `reply` as a thenable.
    handler(request, reply): Promise<FastifyReply> | undefined {
      const call = {
        player: request.player as SessionPlayer,
        params: request.params as z.output<E['params']>,
        query: request.query as z.output<E['query']>,
        body: request.body as z.output<E['body']>,
        idempotencyKey: method === 'GET' ? '' : String(request.headers['idempotency-key'] ?? randomUUID()),
        request,
        reply,
      };
      const handle = () => handler(call);
      const handleAsPlayer = () =>
        callAs({ playerId: call.player.id, access: heldFor, address: request.ip }, handle);
      return work(request, changesAsPlayer ? handleAsPlayer : handle, (outcome) =>
        send(reply, outcome, endpoint),
      );
    },
  });
}

/**
 * Runs a handler and sends its result, synchronously if the handler is synchronous. The turn ends with the work, not
 * with the connection: work continues after a client has left.
 */
function work<Outcome>(
  request: FastifyRequest,
  handle: () => Promise<Outcome> | Outcome,
  answer: (outcome: Outcome) => FastifyReply,
): Promise<FastifyReply> | undefined {
  const turn = request.turn ?? undefined;
  request.turn = null;
  let isPromised = false;
  try {
    const outcome = handle();
    isPromised = outcome instanceof Promise;
    if (outcome instanceof Promise) return finish(outcome);
    answer(outcome);
    return undefined;
  } finally {
    if (!isPromised) turn?.leave();
  }

  async function finish(promised: Promise<Outcome>): Promise<FastifyReply> {
    try {
      return answer(await promised);
    } finally {
      turn?.leave();
    }
  }
}
