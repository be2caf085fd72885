// SPDX-License-Identifier: Apache-2.0

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { errors } from '../../../contract/errors.ts';
import { showExamples } from './openapi-examples.ts';
import {
  expandRecords,
  type NamedParts,
  nameAnswers,
  nameKey,
  nameSchemas,
  toOperationId,
} from './openapi-names.ts';
import { listTags } from './openapi-tags.ts';
import { usesForAdministrators } from './openapi-uses-administrators.ts';
import { usesForPlayers } from './openapi-uses-players.ts';
import { describeWebhooks, webhookHeaders } from './openapi-webhooks.ts';
import { ownPagesPolicy } from './own-pages-policy.ts';

/** The document's input about one route. */
export type DescribedRoute = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>;

export interface ApiDescription {
  title: string;
  version: string;
  /** The installation's address for browsers. */
  url: string;
}

const refusalName = 'Refusal';

/** The values in a refusal's message, for programs. */
function describeRefusalData(): object {
  const codes = new Map<string, string[]>();
  for (const [code, { message }] of Object.entries(errors))
    for (const [, name = ''] of message.matchAll(/\{(\w+)\}/g))
      codes.set(name, [...(codes.get(name) ?? []), code]);
  return {
    type: 'object',
    description: 'The message’s values, for programs. Some error codes add more values.',
    properties: Object.fromEntries(
      [...codes].map(([name, of]) => [name, { description: `Of ${of.join(', ')}` }]),
    ),
  };
}

interface Answer {
  headers?: object;
  content?: Record<string, { schema?: { $ref?: string; properties?: { code?: { enum?: unknown[] } } } }>;
}

/** Makes the one shape of refusals a named component: repeated for each answer, it was four fifths of the document. */
function nameRefusal<Document>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { schemas: Record<string, object> };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  for (const answer of operations.flatMap(({ responses }) => Object.values(responses))) {
    const json = answer.content?.['application/json'];
    if (json?.schema?.properties?.code?.enum?.length !== Object.keys(errors).length) continue;
    components.schemas[refusalName] ??= {
      ...json.schema,
      description: 'The answer to a refused call. `code` is stable; `message` is for people.',
      properties: { ...json.schema.properties, data: describeRefusalData() },
    };
    json.schema = { $ref: `#/components/schemas/${refusalName}` };
  }
  return document;
}

const headers = {
  'X-Request-Id': {
    description: 'Identifies the request in the logs of the installation',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry, if known',
    schema: { type: 'integer', minimum: 1 },
  },
};
const refer = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });

/**
 * Describes the headers of refusals once, and refers to them. The document's introduction says that successful answers
 * have one too.
 */
function nameHeaders<Document>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
    components: { headers?: object };
  };
  components.headers = headers;
  for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const [status, answer] of Object.entries(responses)) {
      if (/^[23]/.test(status)) continue;
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
 * An application that is never served: it has another application's routes, only to describe them, and serves the page
 * about them at `/api/docs`.
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
      info: {
        title: `${title} API`,
        version,
        description:
          'Every call of this installation. A good answer is `{ message, data }`. A refusal is `{ message, code, data? }` with a code of the closed list below. Each has an X-Request-Id, which identifies the request in the logs.',
        contact: { name: title, url },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as never,
      },
      servers: [{ url }],
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token from POST /auth/exchange',
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
      const operationId = toOperationId([document.route.method].flat()[0] ?? '', url);
      const use = usesForPlayers[operationId] ?? usesForAdministrators[operationId];
      const described = {
        // Marks public calls explicitly; a reader could not tell a missing mark from a forgotten one.
        security: [],
        ...schema,
        description: [use, schema?.description ?? documented?.summary].filter(Boolean).join(' '),
        operationId,
        tags: [toTag(url)],
      };
      return { schema: described, url };
    },
    transformObject(made) {
      const document = nameHeaders(nameRefusal('openapiObject' in made ? made.openapiObject : {}));
      // The plugin's types only know OpenAPI 3.0's schemas; those of 3.1 are JSON schemas, as zod makes them.
      const whole = { ...document, webhooks: describeWebhooks() } as unknown as NamedParts;
      whole.components.parameters = { ...webhookHeaders };
      expandRecords(whole.paths);
      showExamples(whole);
      nameSchemas(whole);
      nameAnswers(whole);
      nameKey(whole);
      return { ...whole, tags: listTags(whole.paths) } as unknown as typeof document;
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
