// SPDX-License-Identifier: Apache-2.0

import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { ZodError } from 'zod';
import type { Site } from './options.ts';

/** An error that the caller caused. Its message is shown. */
export class SandboxError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Refuses requests with another Host header. Otherwise a page of any site could reach the sandbox from the developer's
 * browser by resolving its own name to 127.0.0.1 (DNS rebinding).
 */
export function onlyLoopback(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', async (request) => {
    const publicUrl = new URL(site.publicUrl());
    const port = request.socket.localPort;
    const allowed = [publicUrl.host, `localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];
    if (!allowed.includes(request.headers.host ?? '')) {
      throw new SandboxError(421, `This sandbox answers only at ${publicUrl.origin}`);
    }
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('cache-control', 'no-store');
  });
}

/** Paths that the application's own pages may call from a browser: the first steps, and a player's match. */
const calledByPages = /^\/(first-steps(\/veteran)?|arena\/players\/[^/]+\/matches)$/;

/** Lets the application's pages, and no other site, call these paths and read the answers (CORS). */
export function letApplicationCall(app: FastifyInstance, site: Site): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (!calledByPages.test(path)) return;
    const { origin } = request.headers;
    if (origin === undefined || origin === new URL(site.publicUrl()).origin) return;
    if (origin !== new URL(site.appUrl()).origin)
      throw new SandboxError(403, `Only pages of ${site.appUrl()} may call this`);
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type');
    return reply.code(204).send();
  });
}

/** Refusals are `{ "error": "what was wrong" }`. The services produce their own error formats. */
export function answerErrors(app: FastifyInstance, site: Site): void {
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `The sandbox has no ${request.method} ${request.url.split('?')[0]}` });
  });
  app.setErrorHandler((error: FastifyError | ZodError, _request, reply) => {
    if (error instanceof ZodError) {
      return reply.code(400).send({ error: explain(error) });
    }
    if (error instanceof SandboxError) {
      return reply.code(error.statusCode).send({ error: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ error: error.message });
    site.log.error(`sandbox: ${error.stack ?? error.message}`);
    return reply.code(500).send({ error: 'The sandbox failed; see its log' });
  });
}

/** Parses the bodies of HTML forms and OAuth token requests into flat objects of strings. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

/** Sends a page of `pages.ts` with a policy that allows only its own inline style and script. */
export function sendPage(
  reply: FastifyReply,
  page: { html: string; policy: string },
  status = 200,
): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', page.policy)
    .type('text/html; charset=utf-8')
    .send(page.html);
}

function explain(error: ZodError): string {
  return error.issues
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message))
    .join('; ');
}
