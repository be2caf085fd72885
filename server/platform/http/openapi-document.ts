// SPDX-License-Identifier: Apache-2.0

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { errors } from '../../../contract/errors.ts';
import { describeWebhooks } from './openapi-webhooks.ts';
import { ownPagesPolicy } from './own-pages-policy.ts';

/** What the document needs to know about one route. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>;

export interface ApiDescription {
  title: string;
  version: string;
  /** The installation's address for browsers. */
  url: string;
}

const refusalName = 'Refusal';

interface Answer {
  headers?: object;
  content?: Record<string, { schema?: { $ref?: string; properties?: { code?: { enum?: unknown[] } } } }>;
}

/** Makes the one shape of refusals a named component: written out for each answer it was four fifths of the document. */
function nameRefusal<Document>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { schemas: Record<string, object> };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const answer of operations.flatMap(({ responses }) => Object.values(responses))) {
    const json = answer.content?.['application/json'];
    if (json?.schema?.properties?.code?.enum?.length !== Object.keys(errors).length) continue;
    components.schemas[refusalName] ??= { ...json.schema, description: 'What a refused call is answered' };
    json.schema = { $ref: `#/components/schemas/${refusalName}` };
  }
  return document;
}

const headers = {
  'X-Request-Id': {
    description: 'Names the request in the logs of the installation',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'In how many seconds to ask again, where that is known',
    schema: { type: 'integer', minimum: 1 },
  },
};
const refer = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Describes the headers of answers once, and refers to them from the answers that have them. */
function nameHeaders<Document>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { headers?: object };
  };
  components.headers = headers;
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, answer] of Object.entries(responses)) {
      const mayRepeat = ['4XX', '429', '5XX', '503'].includes(status);
      answer.headers = {
        ...answer.headers,
        ...refer('X-Request-Id'),
        ...(mayRepeat && refer('Retry-After')),
      };
    }
  }
  return document;
}

/** The group of an operation on the page: the first part of its address. */
function toTag(url: string): string {
  return /^\/api\/v1\/([^/]+)/.exec(url)?.[1] ?? 'installation';
}

/**
 * An application that is never served: it has another's routes, only to describe them, and the page to read about them at
 * `/api/docs`.
 */
export async function createDescription(
  routes: readonly DescribedRoute[],
  { title, version, url }: ApiDescription,
): Promise<FastifyInstance> {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version },
      servers: [{ url }],
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
      const { schema, url } = documented
        ? { schema: documented, url: document.url }
        : jsonSchemaTransform(document);
      return { schema: { ...schema, tags: [toTag(url)] }, url };
    },
    transformObject(made) {
      const document = nameHeaders(nameRefusal('openapiObject' in made ? made.openapiObject : {}));
      // The plugin's types only know OpenAPI 3.0's schemas; those of 3.1 are JSON schemas, as zod makes them.
      return { ...document, webhooks: describeWebhooks() } as typeof document;
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: ownPagesPolicy,
    uiConfig: { docExpansion: 'none', filter: true },
    theme: {
      title: `${title} API`,
      // Hides the plugin's own name, and a field for the address of another document.
      css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
  });
  // An address with dots in it leads here too.
  for (const route of routes) app.route({ ...route, handler: (_request, reply) => reply.callNotFound() });
  await app.ready();
  return app;
}
