// SPDX-License-Identifier: Apache-2.0

import type { Endpoint } from '../../contract/endpoint.ts';
import { getName, sampleCall } from '../../tests/support/sample-calls.ts';

/** The id in examples. */
export const exampleId = '0198c0de-0000-7000-8000-000000000001';

/** The token that mails contain instead of an id. */
const exampleToken = 'a'.repeat(48);

/** Required queries that the samples lack. */
const queries: Record<string, string> = {
  'GET /books': '?month=2030-01',
  'GET /books/outstanding': '?on=2026-01-31',
  'GET /overview': '?from=2030-01-01&to=2030-01-31',
  'GET /overview/growth': '?from=2030-01-01&to=2030-01-31',
  'GET /auth/handle/check': '?handle=Ring-Runner',
  'GET /seals/entries': '?transfers=1,2',
};

/** Values that the samples draw anew for each call. */
const fixed: Record<string, object> = { 'PUT /auth/handle': { handle: 'Ring-Runner' } };

/** A call for the documentation: curl to an installation at `$URL`, in the session `$TOKEN`. */
export interface Example {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** JSON; undefined without a body, or if the body is a form with a file. */
  body?: string;
}

/** A valid example call of an endpoint. tests/api-examples.test.ts runs each of them. */
export async function makeExample(endpoint: Endpoint): Promise<Example> {
  const { url, payload: drawn } = await sampleCall(endpoint, exampleId);
  const payload = drawn && { ...drawn, ...fixed[getName(endpoint)] };
  const query = queries[getName(endpoint)] ?? '';
  const hasBody = payload !== undefined && !endpoint.upload && Object.keys(payload).length > 0;
  return {
    method: endpoint.method,
    path: `/api/v1${endpoint.path.includes(':token') ? url.replace(exampleId, exampleToken) : url}${query}`,
    headers: {
      ...(endpoint.access !== 'public' && { authorization: 'Bearer $TOKEN' }),
      ...(endpoint.idempotent && { 'idempotency-key': `example-${exampleId}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(payload) }),
  };
}

/** The call as a shell command. */
export function toCurl({ method, path, headers, body }: Example): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$URL${path}"`,
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${body.replaceAll("'", "'\\''")}'`]),
  ];
  return parts.join(' \\\n  ');
}
