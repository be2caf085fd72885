// SPDX-License-Identifier: Apache-2.0

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Access, Endpoint } from '../../contract/endpoint.ts';

/** The part of JSON schema that hostile requests are derived from. */
export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

interface Answered {
  content?: Record<string, { schema?: Schema }>;
}

interface Documented {
  parameters?: { in: string; name: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answered>;
}

export interface Operation {
  /** Method and path, as the document has them. */
  name: string;
  method: string;
  path: string;
  /** The first part of its path below the API. Operations of one area are related. */
  area: string;
  /** Undefined if it isn't an endpoint of the contract. */
  endpoint: Endpoint | undefined;
  access: Access | undefined;
  params: { name: string; schema: Schema }[];
  query: { name: string; schema: Schema }[];
  body: Schema | undefined;
  isForm: boolean;
  /** The answer's deviation from the document; undefined if there is none. */
  judge(status: number, contentType: string, text: string): string | undefined;
}

const prefix = '/api/v1';

/** Every operation of the document that the app serves, with its endpoint in the contract. */
export function readOperations(
  document: { paths: Record<string, Record<string, Documented>>; components?: object },
  endpoints: readonly Endpoint[],
): Operation[] {
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false, logger: false }));
  const known = new Map(
    endpoints.map((one) => [`${one.method} ${prefix}${one.path.replace(/:(\w+)/g, '{$1}')}`, one]),
  );
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: Schema): ValidateFunction => {
    const key = JSON.stringify(schema);
    // Resolves references to the document's named schemas.
    const check = compiled.get(key) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(key, check);
    return check;
  };

  function judgeBy(responses: Record<string, Answered>): Operation['judge'] {
    return (status, contentType, text) => {
      const answer = responses[status] ?? responses[`${String(status)[0]}XX`];
      if (!answer) return `the document does not name the status ${status}`;
      const [type, media] = Object.entries(answer.content ?? {})[0] ?? [];
      if (!type) return text === '' ? undefined : 'has a body where the document names none';
      if (contentType.split(';', 1)[0] !== type) return `is "${contentType}", by the document ${type}`;
      if (type !== 'application/json' || !media?.schema) return undefined;
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return 'is no JSON';
      }
      const check = compile(media.schema);
      return check(body) ? undefined : `does not match its schema: ${ajv.errorsText(check.errors)}`;
    };
  }

  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { parameters = [], requestBody, responses }]): Operation => {
      const method = verb.toUpperCase();
      const name = `${method} ${path}`;
      const endpoint = known.get(name);
      const at = (place: string) =>
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema = {} }) => ({ name, schema }));
      const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      return {
        name,
        method,
        path,
        area: path.replace(prefix, '').split('/')[1] ?? '',
        endpoint,
        access: endpoint?.access,
        params: at('path'),
        query: at('query'),
        body: media?.schema,
        isForm: type === 'multipart/form-data',
        judge: judgeBy(responses),
      };
    }),
  );
}
