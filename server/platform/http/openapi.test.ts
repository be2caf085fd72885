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
  path: '/plain',
  access: 'public',
  summary: 'Plain',
  data: z.string(),
});
const things = endpoint({
  method: 'GET',
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
  upload: { field: 'file', maxBytes: 9_000 },
  body: z.object({
    file: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[a-z]/),
    note: z.string(),
  }),
});
const file = { method: 'GET', summary: 'A file', file: 'text/plain' } as const;
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
const refusal = (name: string) => ({ $ref: `#/components/responses/${name}` });
const refused = (description: string) => ({
  description,
  headers: named,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});
/** The answers of every call in the contract. */
const always = { '4XX': refusal('Refused'), '5XX': refusal('Failed') };
const description = 'Done';
const answer = (properties: object, example: object) => ({
  description,
  content: {
    'application/json': {
      schema: {
        description,
        type: 'object',
        properties: { message: { type: 'string' }, ...properties },
        required: ['message', ...Object.keys(properties)],
        additionalProperties: false,
      },
      example: { message: 'OK', ...example },
    },
  },
});
const meaning = (...codes: (keyof typeof errors)[]) =>
  codes.map((code) => `- \`${code}\`: ${errors[code].message}`).join('\n');
const whole = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

it('documents its title, version, paths and authentication', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Brand API', version: '1.2.3' } });
  expect(document.components.securitySchemes).toEqual({
    session: { type: 'http', scheme: 'bearer', description: 'The token from POST /auth/exchange' },
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

it('includes the outgoing webhooks', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(describeWebhooks()));
});

it('documents its server address and the answer headers', () => {
  expect(document.servers).toEqual([{ url: 'https://play.test' }]);
  expect(document.components.headers).toMatchObject({
    'X-Request-Id': { schema: { type: 'string' } },
    'Retry-After': { schema: { type: 'integer', minimum: 1 } },
  });
});

it('defines the format of refusals once', () => {
  expect(document.components.schemas).toMatchObject({
    Refusal: {
      description: 'The answer to a refused call. `code` is stable; `message` is for people.',
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string', enum: Object.keys(errors) },
        data: {
          type: 'object',
          properties: { faults: { description: 'Of invalid_request' }, needed: expect.anything() },
        },
      },
      additionalProperties: false,
    },
  });
  expect(document.components.responses).toEqual({
    Refused: { ...refused('The call was refused'), headers: { ...named, ...again } },
    Failed: { ...refused('The call failed'), headers: { ...named, ...again } },
    NotFound: refused(meaning('not_found')),
    StockEmptyOrChangedMeanwhile: refused(meaning('stock_empty', 'changed_meanwhile')),
    StatsUnavailable: { ...refused(meaning('stats_unavailable')), headers: { ...named, ...again } },
    ForbiddenOrSecondFactorRequired: refused(meaning('forbidden', 'second_factor_required')),
  });
});

it('documents the exact input and answers of every call', () => {
  expect(operation('/plain')).toEqual({
    operationId: 'getPlain',
    tags: ['installation'],
    summary: 'Plain',
    description: 'Anyone can call it.',
    security: [],
    responses: { 200: answer({ data: { type: 'string' } }, { data: 'ada' }), ...always },
  });
  expect(operation('/things/{id}')).toEqual({
    operationId: 'getThingsById',
    tags: ['installation'],
    summary: 'Things',
    description: 'Needs a session.',
    security: [{ session: [] }],
    parameters: [
      { name: 'page', in: 'query', required: false, schema: whole },
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ],
    responses: {
      200: answer(
        { data: { type: 'array', items: { type: 'string' } }, total: whole },
        { data: ['ada'], total: 100 },
      ),
      404: refusal('NotFound'),
      409: refusal('StockEmptyOrChangedMeanwhile'),
      503: refusal('StatsUnavailable'),
      ...always,
    },
  });
  expect(operation('/report')).toEqual({
    operationId: 'getReport',
    tags: ['installation'],
    summary: 'Report',
    description: 'Needs the permission users:read.',
    security: [{ session: [] }],
    responses: {
      200: answer({ data: { $ref: '#/components/schemas/GetReportData' } }, { data: { list: 'ada' } }),
      403: refusal('ForbiddenOrSecondFactorRequired'),
      ...always,
    },
  });
  expect(operation('/change', 'post')).toEqual({
    operationId: 'postChange',
    tags: ['installation'],
    summary: 'Change',
    description: 'Needs a session.',
    security: [{ session: [] }],
    parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/PostChangeBody' },
          example: { name: 'Ada' },
        },
      },
    },
    responses: {
      200: answer(
        { success: { type: 'boolean', enum: [true] }, data: { type: 'string' } },
        { success: true, data: 'ada' },
      ),
      ...always,
    },
  });
});

it('documents an uploaded file as binary with its maximum size', () => {
  expect(operation('/upload', 'put').requestBody?.content).toEqual({
    'multipart/form-data': { schema: { $ref: '#/components/schemas/PutUploadBody' } },
  });
  expect(document.components.schemas?.PutUploadBody).toEqual({
    type: 'object',
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        maxLength: 9_000,
        description: 'A file of at most 9000 bytes',
      },
      note: { type: 'string' },
    },
    required: ['file', 'note'],
  });
});

it('distinguishes files from JSON, and documents 304 answers', () => {
  const sent = {
    200: { description: 'The file', content: { 'text/plain': { schema: { type: 'string' } } } },
    ...always,
  };
  expect(operation('/file').responses).toEqual({
    ...sent,
    304: { description: 'The caller already has this version' },
  });
  expect(operation('/own-file').responses).toEqual(sent);
  const bytes = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
  expect(operation('/picture').responses[200]?.content).toEqual(bytes);
});

it('uses the descriptions that other routes provide', () => {
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
    operationId: 'getOther',
    tags: ['installation'],
    summary: 'Not JSON',
    description: 'Not JSON',
    security: [],
    responses: { 204: { description: 'Nothing' }, 400: refused('No') },
  });
});
