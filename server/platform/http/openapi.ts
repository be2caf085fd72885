import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { errors } from '../../../contract/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the document says of a route that is no endpoint of the contract: redirects, streams, other people's
     * protocols. Plain JSON schema, for reading only; `type: 'null'` is an answer without a body.
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

/** Nothing of others is loaded, and http stays possible where there is no TLS. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Document at `/api/v1/openapi.json`, made from the contract's schemas and from what other routes say of themselves,
 * and a page to read it at `/api/docs`. Only routes that are added afterwards are in it.
 */
export async function describeApi(
  app: FastifyInstance,
  { title, version }: { title: string; version: string },
) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version },
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token that POST /auth/exchange answers',
          },
          metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the installation' },
        },
      },
    },
    transform(document) {
      const { documented } = document.route.config ?? {};
      return documented ? { schema: documented, url: document.url } : jsonSchemaTransform(document);
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: pagePolicy });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
