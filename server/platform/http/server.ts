// SPDX-License-Identifier: Apache-2.0

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import { inCall } from '../call-context.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { connectionsWithinLimit, openFilesLimit } from '../open-files.ts';
import { currentTracer } from '../tracing.ts';
import { answerLogger } from './answer-log.ts';
import { addAnswered } from './answered.ts';
import type { Authenticate, DemandFactor } from './authentication.ts';
import { createCachedLists } from './cached-lists.ts';
import { answerClientError, handleErrors, refuseUnreadable } from './errors.ts';
import { addressReader, removeForwardedPorts, toTrustProxy } from './forwarded-addresses.ts';
import { createRateLimiter, limitEverything } from './rate-limit.ts';
import { requestIds } from './request-id.ts';
import { serverLogger } from './request-log.ts';
import { traceCalls } from './trace-calls.ts';
import { addAdmission } from './turns.ts';
import { rememberRoutes } from './unknown-address.ts';
import {
  endConnectionsWhile,
  endConnectionsWithLastAnswer,
  endUnusedConnectionsAtClose,
  limitConnections,
  limitWaitAtClose,
  logFailedAccepts,
} from './unused-connections.ts';

export interface HttpServerDeps {
  db: Database;
  log: Logger;
  authenticate: Authenticate;
  demandFactor?: DemandFactor;
  /** Trusted proxies for X-Forwarded-For: how many, or their addresses and ranges. */
  trustProxy: number | string[];
  rateLimitPerMinute: number;
  /** How long a call waits for its turn before it is refused, in ms. */
  maxCallWaitMs: number;
  https: boolean;
  /** How long a connection may be silent during an answer, in ms; default 30 s. */
  maxSilenceMs?: number;
  /** True once the process is about to stop. */
  stopping?: () => boolean;
}

const maxBodyBytes = 64 * 1024;
const requestTimeoutMs = 30_000;
/** How often Node checks for overdue requests: its default of 30 s turned a 30 s limit into 90 s. */
const checks = { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 };
/** Longer than the usual load balancer's keep-alive, so that the balancer closes first. */
const keepAliveMs = 72_000;
/** How long a stopping server waits for pending answers. The slowest handler (two calls to a provider) takes less. */
const answersWithinMs = 10_000;
/**
 * Concurrent calls per database connection: not every call is querying at any moment. More would only queue for a
 * connection, and nothing sheds load from that queue.
 */
const callsPerConnection = 1.5;
/** Idle timeout for responses, uploads and streams alike: no byte in either direction. */
const defaultMaxSilenceMs = 30_000;

/**
 * The headers of every answer: helmet's and ours. Computed once, since they never change, and computing them each time
 * took a twentieth of a short call. Pages and assets replace some (web-pages.ts).
 */
function commonHeaders(https: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
    // By default answers are private; pages and assets set their own.
    'cache-control': 'no-store',
  };
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    // These headers only affect browsers that no longer exist.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const recorder = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader() {},
  };
  set({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers;
}

/** Clients that set the content type to JSON on every call also send it with empty bodies (toggles, deletions). */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}

/**
 * Replaces Fastify's own compilers, which would load a hundred modules at each start although ours are set immediately.
 */
const onlyOurs = (): never => {
  throw new Error('schemas are of zod');
};

/** Runs handlers, and everything that they await, in the context of their call. */
function followHandlers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function follow(request, reply) {
      const context = {
        requestId: request.id,
        turn: request.turn ?? undefined,
        span: request.span ?? undefined,
      };
      return inCall(context, () => handler.call(this, request, reply));
    };
  });
}

/** The HTTP server without features: headers, limits, one error shape, request ids, logs free of personal data. */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const { log, authenticate, demandFactor = () => undefined, stopping = () => false } = deps;
  const trusted = toTrustProxy(deps.trustProxy);
  const common = commonHeaders(deps.https);
  const timeouts = {
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    connectionTimeout: deps.maxSilenceMs ?? defaultMaxSilenceMs,
  };
  const getRequestId = requestIds(deps.trustProxy);
  /** Set below, before the server listens. */
  let answerFromMemory: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  const app = fastify({
    loggerInstance: serverLogger(
      log.child({}, { serializers: { req: ({ method }) => ({ method }) } }) as FastifyBaseLogger,
    ),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: getRequestId,
    trustProxy: trusted,
    bodyLimit: maxBodyBytes,
    ...timeouts,
    serverFactory: (handle) => {
      const { connectionTimeout, ...options } = timeouts;
      const server = createServer({ ...options, ...checks }, (request, response) => {
        if (trusted) removeForwardedPorts(request);
        if (!answerFromMemory(request, response)) handle(request, response);
      });
      return server.setTimeout(connectionTimeout);
    },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseUnreadable,
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: onlyOurs, buildSerializer: onlyOurs } },
  });
  endUnusedConnectionsAtClose(app);
  endConnectionsWithLastAnswer(app);
  endConnectionsWhile(app, stopping);
  limitWaitAtClose(app, answersWithinMs);
  limitConnections(app, connectionsWithinLimit(openFilesLimit(), deps.db.pool.options.max));
  logFailedAccepts(app, log);
  takeEmptyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('authenticate', authenticate);
  app.decorate('demandFactor', demandFactor);
  app.decorate('limiter', createRateLimiter(deps.db));
  app.decorateRequest('player', null);
  app.decorateReply('refusalCode', '');
  traceCalls(app);
  followHandlers(app);
  handleErrors(app);
  addAdmission(app, {
    // Read each time: the pool's size is adjusted every minute (share-connections.ts).
    get maxInside() {
      return Math.ceil(deps.db.pool.options.max * callsPerConnection);
    },
    maxWaitMs: deps.maxCallWaitMs,
  });
  rememberRoutes(app);

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(common).header('x-request-id', request.id);
    done();
  });
  const logAnswer = answerLogger(log);
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply);
    done();
  });
  const reportAnswer = addAnswered(app);
  // Only for routes that request it (route.ts): checking every response cost a sixth of a short call.
  await app.register(compress, { global: false, globalDecompression: false });
  const { takePermit } = limitEverything(app, deps.db, { perMinute: deps.rateLimitPerMinute });
  const cachedLists = createCachedLists({
    log,
    authenticate,
    demandFactor,
    takePermit,
    getAddress: addressReader(trusted),
    getRequestId,
    headers: common,
    reportAnswer,
    // Fastify must end connections when it closes, and trace and log calls if that is enabled.
    isClosed: () => isClosing || stopping() || currentTracer() !== undefined || log.isLevelEnabled('debug'),
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.decorate('cachedLists', cachedLists);
  answerFromMemory = cachedLists.answer;
  return app;
}
