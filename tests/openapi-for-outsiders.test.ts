// SPDX-License-Identifier: Apache-2.0

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../contract/errors.ts';
import { toTypes } from '../scripts/client/types.ts';
import { usesForAdministrators } from '../server/platform/http/openapi-uses-administrators.ts';
import { usesForPlayers } from '../server/platform/http/openapi-uses-players.ts';
import { inlineReferences } from './support/inline-references.ts';
import { makeOpenApiDocument, type OpenApiDocument, type OpenApiOperation } from './support/open-api.ts';

let document: OpenApiDocument;
let operations: [string, OpenApiOperation][];
beforeAll(async () => {
  document = await makeOpenApiDocument();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, OpenApiOperation] => [`${method} ${path}`, one]),
  );
});

/** Every schema with fields, by its place. */
function findShapes(part: unknown, where: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {} } = part as { properties?: object };
  const own = Object.keys(properties).length > 0 ? [where] : [];
  return [...own, ...Object.entries(part).flatMap(([key, each]) => findShapes(each, `${where}/${key}`))];
}

describe('the OpenAPI document for outside developers', () => {
  it('gives every operation a unique id that is a valid identifier', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getGiveawaysByIdDraw');
  });

  it('documents for each operation whether it needs a session, and who may call it', () => {
    const silent = operations.filter(([, { security, description }]) => !security || !description);
    expect(silent.map(([name]) => name)).toEqual([]);
    const open = operations.filter(([, { security = [] }]) => security.length === 0).map(([name]) => name);
    expect(open).toContain('get /api/v1/config');
    expect(open).toContain('get /api/v1/seals/head');
    expect(open).not.toContain('get /api/v1/challenge/my-attempts');
  });

  it('names the schemas of bodies and answers', () => {
    const bodies = operations.flatMap(([name, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => findShapes(schema, name)),
    );
    // Bodies that other services send are described by their receiver.
    expect(bodies.filter((where) => !/stripe|discord/.test(where))).toEqual([]);
    const data = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const { properties = {} } = (content?.['application/json']?.schema ?? {}) as { properties?: object };
        return findShapes('data' in properties ? properties.data : null, `${name} ${status}`);
      }),
    );
    expect(data).toEqual([]);
  });

  it('gives every operation a summary of one line and says when to use it', () => {
    const long = operations.filter(([, { summary }]) => !summary || summary.length > 60);
    expect(long.map(([name]) => name)).toEqual([]);
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(Object.keys({ ...usesForPlayers, ...usesForAdministrators }).sort()).toEqual(ids.sort());
  });

  it('says what each code of a refusal means', () => {
    const { responses } = (document as unknown as { components: { responses: Record<string, object> } })
      .components;
    expect(responses.NotFound).toMatchObject({ description: `- \`not_found\`: ${errors.not_found.message}` });
  });

  it('shows a valid example of each body and each answer', { tags: ['long'] }, () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false }));
    const inlined = Object.values(inlineReferences(document).paths).flatMap((path) => Object.values(path));
    const shown = inlined.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody?.content['application/json'], responses['200']?.content?.['application/json']].flatMap(
        (media) => (media ? [{ operationId, ...media }] : []),
      ),
    );
    expect(shown.length).toBeGreaterThan(250);
    for (const { operationId, schema, example } of shown)
      expect([operationId, ajv.validate(schema, example), ajv.errorsText()]).toEqual([
        operationId,
        true,
        'No errors',
      ]);
  });

  it('generates types of at most 300 kB', { tags: ['long'] }, async () => {
    expect((await toTypes(document)).length).toBeLessThanOrEqual(300_000);
  });
});
