// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { patternSource } from '../../../contract/path-pattern.ts';
import { refuse } from '../refusal.ts';
import { sendRefusal } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that the routes at this path accept; empty without a route. */
    methodsAt(path: string): string[];
    /** All routes except those of static files. */
    knownRoutes: readonly { url: string; methods: string[] }[];
  }
}

/** Remembers all routes added from now on, for `refuseUnknown`. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: { url: string; path: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    // Routes of static files match every path.
    if (url.endsWith('/*')) return;
    routes.push({ url, path: new RegExp(`^${patternSource(url)}$`), methods: [method].flat() });
  });
  app.decorate('knownRoutes', routes);
  app.decorate('methodsAt', (path: string) => [
    ...new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods)),
  ]);
}

/** The path of an address as the router saw it. */
export function getPath(url: string): string {
  return url.split('?', 1)[0] as string;
}

/**
 * Answers a request that matches no route: 405 if another method would match, otherwise 404. Also 404 for a name so
 * long that the router finds no route for it.
 */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = request.server.methodsAt(getPath(request.url));
  const isKnown = methods.length > 0 && !methods.includes(request.method);
  if (!isKnown) return sendRefusal(reply, refuse('not_found'));
  return sendRefusal(reply.header('allow', methods.join(', ')), refuse('method_not_allowed'));
}
