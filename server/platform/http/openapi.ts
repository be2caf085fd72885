// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifySchema } from 'fastify';
import { errors } from '../../../contract/errors.ts';
import type { ApiDescription, DescribedRoute } from './openapi-document.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The document of all calls, as served at `/api/v1/openapi.json`. */
    getApiDocument(): Promise<object>;
  }
  interface FastifyContextConfig {
    /**
     * Describes a route that is not in the contract: redirects, streams, other services' protocols. Plain JSON schema,
     * for reading only; `type: 'null'` is an answer without a body.
     */
    documented?: FastifySchema & { response: Record<string, object> };
  }
}

/** The one shape of refusals, for `documented` answers. */
export function documentedRefusal(description: string): object {
  return {
    description,
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string' },
      code: { type: 'string', enum: Object.keys(errors) },
      data: { type: 'object' },
    },
  };
}

const docsPage = '/api/docs';
const ofTheConnection = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

function withoutConnection<Headers extends object>(headers: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.has(name));
  return Object.fromEntries(kept) as Headers;
}

/**
 * Serves the document at `/api/v1/openapi.json`, made from the contract's schemas and from the other routes' own
 * descriptions, and its page at `/api/docs`. Contains only routes that are added afterwards. The generating code is
 * loaded on first use: 4 MB that most processes never need.
 */
export function describeApi(app: FastifyInstance, of: ApiDescription): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method !== 'HEAD' && !schema?.hide) routes.push({ method, url, schema, config });
  });

  let made: Promise<FastifyInstance> | undefined;
  async function getDescription(): Promise<FastifyInstance> {
    const { createDescription } = await import('./openapi-document.ts');
    made ??= createDescription(routes, of).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  }
  app.decorate('getApiDocument', async () => (await getDescription()).swagger());
  let text: string | undefined;
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(await app.getApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });

  for (const url of [docsPage, `${docsPage}/*`]) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const description = await getDescription();
      const page = await description.inject({
        url: request.url,
        headers: withoutConnection(request.headers),
      });
      if (page.statusCode === 404) return reply.callNotFound();
      return reply
        .code(page.statusCode)
        .headers(withoutConnection(page.headers))
        .send(page.rawPayload.length > 0 ? page.rawPayload : undefined);
    });
  }
}
