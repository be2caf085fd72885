// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../contract/endpoint.ts';
import { errors } from '../../../contract/errors.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../../tests/support/open-api.ts';
import { describeApi, documentedRefusal } from './openapi.ts';
import { describeWebhooks } from './openapi-webhooks.ts';
import { mount } from './route.ts';

const plain = endpoint({
  method: 'GET',
  reads: 'now',
  path: '/plain',
  access: 'public',
  summary: 'Plain',
  data: z.string(),
});
const things = endpoint({
  method: 'GET',
  reads: 'late',
  path: '/things/:id',
  access: 'signed-in',
  summary: 'Things',
  isList: true,
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.int().optional() }),
  data: z.object({ list: z.array(z.string()), total: z.int() }),
  refusals: ['not_found', 'stock_empty', 'changed_meanwhile', 'stats_unavailable'],
});
const report = endpoint({
  method: 'GET',
  reads: 'late',
  path: '/report',
  access: 'users:read',
  summary: 'Report',
  data: z.object({ list: z.string() }),
});
const change = endpoint({
  method: 'POST',
  path: '/change',
  access: 'signed-in',
  summary: 'Change',
  saysSuccess: true,
  idempotent: true,
  body: z.object({ name: z.string() }),
  data: z.string(),
});
const upload = endpoint({
  method: 'PUT',
  path: '/upload',
  access: 'public',
  summary: 'Upload',
  upload: { field: 'file', maxBytes: 9 },
  body: z.object({ file: z.string().min(1), note: z.string() }),
});
const file = { method: 'GET', reads: 'now', summary: 'A file', file: 'text/plain' } as const;
const files = [
  endpoint({ ...file, path: '/file', access: 'public' }),
  endpoint({ ...file, path: '/picture', access: 'public', file: 'image/png' }),
  endpoint({ ...file, path: '/own-file', access: 'signed-in' }),
];

let document: OpenApiDocument & {
  openapi: string;
  servers: object[];
  components: Record<string, Record<string, object>>;
};
beforeAll(async () => {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  describeApi(app, { title: 'Brand', version: '1.2.3', url: 'https://play.test' });
  for (const each of [plain, things, report, change, upload, ...files]) mount(app, each as Endpoint, () => 7);
  const response = { 204: { type: 'null', description: 'Nothing' }, 400: documentedRefusal('No') };
  app.get('/other', { config: { documented: { summary: 'Not JSON', response } } }, () => '');
  document = (await app.inject({ url: '/api/v1/openapi.json' })).json();
  await app.close();
});

const operation = (path: string, method = 'get') => document.paths[path]?.[method] as OpenApiOperation;
const named = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const again = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
const refusal = (description: string) => ({
  description,
  headers: named,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});
/** Answers that every call of the contract has. */
const always = {
  '4XX': { ...refusal('The call was refused'), headers: { ...named, ...again } },
  '5XX': { ...refusal('The call did not work'), headers: { ...named, ...again } },
};
const answer = (description: string, properties: object) => ({
  description,
  headers: named,
  content: {
    'application/json': {
      schema: {
        description,
        type: 'object',
        properties: { message: { type: 'string' }, ...properties },
        required: ['message', ...Object.keys(properties)],
        additionalProperties: false,
      },
    },
  },
});
const whole = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

it('says what it is, and by what callers are known', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Brand API', version: '1.2.3' } });
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'http', scheme: 'bearer', description: 'The token that POST /auth/exchange answers' },
    metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the installation' },
  });
  expect(Object.keys(document.paths).sort()).toEqual(
    [
      '/change',
      '/file',
      '/other',
      '/own-file',
      '/picture',
      '/plain',
      '/report',
      '/things/{id}',
      '/upload',
    ].sort(),
  );
});

it('holds the outgoing webhooks', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(describeWebhooks()));
});

it('says where it is, and which headers come with answers', () => {
  expect(document.servers).toEqual([{ url: 'https://play.test' }]);
  expect(document.components.headers).toMatchObject({
    'X-Request-Id': { schema: { type: 'string' } },
    'Retry-After': { schema: { type: 'integer', minimum: 1 } },
  });
  expect(operation('/things/{id}').responses).toMatchObject({
    503: { headers: { ...named, ...again } },
  });
});

it('has the one shape of refusals once', () => {
  expect(document.components.schemas).toEqual({
    Refusal: {
      description: 'What a refused call is answered',
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string', enum: Object.keys(errors) },
        data: {},
      },
      additionalProperties: false,
    },
  });
});

it('describes what every call takes and answers, and nothing that it does not take', () => {
  expect(operation('/plain')).toEqual({
    tags: ['installation'],
    summary: 'Plain',
    responses: { 200: answer('Plain', { data: { type: 'string' } }), ...always },
  });
  expect(operation('/things/{id}')).toEqual({
    tags: ['installation'],
    summary: 'Things',
    description:
      'Where the installation has a replica, the answer may lack the last seconds of what others did; never what its caller did.',
    security: [{ session: [] }],
    parameters: [
      { name: 'page', in: 'query', required: false, schema: whole },
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ],
    responses: {
      200: answer('Things', { data: { type: 'array', items: { type: 'string' } }, total: whole }),
      404: refusal('Refused: not_found'),
      409: refusal('Refused: stock_empty, changed_meanwhile'),
      503: { ...refusal('Refused: stats_unavailable'), headers: { ...named, ...again } },
      ...always,
    },
  });
  expect(operation('/report')).toEqual({
    tags: ['installation'],
    summary: 'Report',
    description: 'Where the installation has a replica, the answer may lack the last seconds.',
    security: [{ session: [] }],
    responses: {
      200: answer('Report', {
        data: {
          type: 'object',
          properties: { list: { type: 'string' } },
          required: ['list'],
          additionalProperties: false,
        },
      }),
      403: refusal('Refused: forbidden, second_factor_required'),
      ...always,
    },
  });
  expect(operation('/change', 'post')).toEqual({
    tags: ['installation'],
    summary: 'Change',
    security: [{ session: [] }],
    parameters: [
      {
        name: 'idempotency-key',
        in: 'header',
        required: false,
        schema: { type: 'string', minLength: 8, maxLength: 128, pattern: '^[A-Za-z0-9_.:-]+$' },
        description:
          'Makes a repeated call safe: the first answer is given again. Without one the call is a one-off.',
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
    },
    responses: {
      200: answer('Change', { success: { type: 'boolean', enum: [true] }, data: { type: 'string' } }),
      ...always,
    },
  });
});

it('knows a file that is sent from a text', () => {
  expect(operation('/upload', 'put').requestBody?.content).toEqual({
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', minLength: 1 }, note: { type: 'string' } },
        required: ['file', 'note'],
      },
    },
  });
});

it('tells files from JSON, and where a caller may hear that it has the file', () => {
  const sent = {
    200: { description: 'A file', headers: named, content: { 'text/plain': { schema: { type: 'string' } } } },
    ...always,
  };
  expect(operation('/file').responses).toEqual({
    ...sent,
    304: { description: 'The caller has it already', headers: named },
  });
  expect(operation('/own-file').responses).toEqual(sent);
  const bytes = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
  expect(operation('/picture').responses[200]?.content).toEqual(bytes);
});

it('says of other routes what they say of themselves', () => {
  expect(documentedRefusal('No')).toEqual({
    description: 'No',
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string' },
      code: { type: 'string', enum: Object.keys(errors) },
      data: { type: 'object' },
    },
  });
  expect(operation('/other')).toEqual({
    tags: ['installation'],
    summary: 'Not JSON',
    responses: { 204: { description: 'Nothing', headers: named }, 400: refusal('No') },
  });
});
