// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Endpoint, id as idSchema } from '../../contract/endpoint.ts';
import { theGame } from '../../contract/games/games.ts';
import { termsVersion } from '../../contract/terms.ts';
import { makeSample } from './make-sample.ts';
import { toForm } from './upload.ts';

const variant = { entryFeeGC: 1, rewardGC: 2, requiredPlacement: 10, requiredKills: 1 };
const statement = { birthDate: '1990-01-31', region: 'DE' };
const later = { endDate: '2030-01-02T00:00:00.000Z' };

/** Values that the generated sample needs to be valid, or to have an effect. They replace these fields. */
const bodies: Record<string, (id: string) => object> = {
  'POST /auth/exchange': () => ({ authToken: 'unknown' }),
  'POST /auth/keep-account': () => ({ authToken: 'unknown' }),
  'POST /auth/second-factor/confirm': () => ({ code: '123456' }),
  'POST /auth/second-factor/app/finish': () => ({ code: '123456' }),
  'PUT /auth/handle': () => ({ handle: `Sample-${randomUUID().slice(0, 6)}` }),
  'POST /browser-errors': () => ({ place: '', page: '/home' }),
  'POST /cart/checkout': (id) => ({ items: [{ giftCardId: id, quantity: 1, gcCoin: 1 }] }),
  'POST /challenge/create': () => ({ challengeVariants: [variant] }),
  'PUT /challenge/update/:id': () => ({ challengeVariants: [variant] }),
  'POST /challenge/start': () => ({ challengeType: 'TOP10_1KILL_SOLO' }),
  'POST /challenge/practice': () => ({ challengeType: 'TOP10_1KILL_SOLO' }),
  'POST /events': () => later,
  'PUT /events/:id': () => later,
  'POST /friends/requests': () => ({ handle: 'Sample' }),
  'POST /giveaways/create': () => later,
  'PUT /giveaways/update/:id': () => later,
  'POST /notifications/read': () => ({ upTo: '1' }),
  'PUT /notifications/settings': () => ({ quietHours: null }),
  'PUT /notifications/devices': () => ({ keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }),
  'POST /outgoing-webhooks': () => ({ address: 'https://hooks.finalring.dev/sample' }),
  'PUT /outgoing-webhooks/:id': () => ({ address: 'https://hooks.finalring.dev/sample' }),
  'POST /play-rules': () => ({ knownVersion: 0 }),
  'POST /play/statement': () => statement,
  'POST /play/terms': () => ({ version: termsVersion }),
  'POST /role/create': () => ({ name: 'sample' }),
  'PUT /role/update/:id': () => ({ name: 'sample' }),
  'POST /transaction/create-intent': (id) => ({ packageId: id }),
  'PUT /super-admin/update-user/:id': (id) => ({ _id: id, name: 'Sample' }),
  'PUT /super-admin/users/:id/epic-account': () => ({ epicId: null }),
  'PUT /super-admin/users/:id/play-statement': () => statement,
};

/** Fields of the calls that are forms. Each also sends a file. */
const forms: Record<string, Record<string, string>> = {
  'POST /gift-card/create': { title: 'Sample', description: 'Sample', gcCoin: '1', type: 'psn' },
  'PUT /gift-card/update/:id': { title: 'Sample' },
  'POST /gift-card/:id/codes': {},
};

const codesFile = Buffer.from('ABCD-EFGH-1234');
/** A one-pixel picture. */
const smallestPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const getName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** The schema inside `optional`, `nullable`, `default` and similar. */
function unwrap(schema: unknown): unknown {
  const inner = (schema as { _zod?: { def: { innerType?: unknown; in?: unknown; out?: unknown } } })._zod
    ?.def;
  if (schema === idSchema || !inner) return schema;
  if (inner.innerType) return unwrap(inner.innerType);
  // A preprocessed value has the type of the output schema.
  if (inner.in instanceof z.ZodTransform) return unwrap(inner.out);
  return inner.in ? unwrap(inner.in) : schema;
}

/** Every schema within `schema`, including itself, with the path to its value; `*` stands for any list entry. */
export function schemasWithin(schema: unknown, path = ''): { path: string; schema: unknown }[] {
  const inner = unwrap(schema);
  const deeper =
    inner instanceof z.ZodObject
      ? Object.entries(inner.shape).flatMap(([key, part]) => schemasWithin(part, `${path}.${key}`))
      : inner instanceof z.ZodArray
        ? schemasWithin(inner.element, `${path}.*`)
        : inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion
          ? inner.options.flatMap((option) => schemasWithin(option, path))
          : inner instanceof z.ZodRecord
            ? schemasWithin(inner.valueType, `${path}.*`)
            : [];
  return [{ path, schema: inner }, ...deeper];
}

/** The paths of ids in `schema`. */
export function findIdPaths(schema: unknown): string[] {
  return schemasWithin(schema)
    .filter((found) => found.schema === idSchema)
    .map(({ path }) => path);
}

export interface SampleCall {
  method: Endpoint['method'];
  url: string;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

/** Address parameters that take a word instead of an id. */
const words: Record<string, string> = { provider: 'discord', handle: 'Sample', game: theGame.id };

/**
 * A valid call of `endpoint`.
 * @param id used wherever an id is needed
 */
export async function sampleCall(endpoint: Endpoint, id: string = randomUUID()): Promise<SampleCall> {
  const { method, path, query, upload } = endpoint;
  const asked = findIdPaths(query).map((at) => `${at.slice(1)}=${id}`);
  const url = `${path.replace(/:(\w+)/g, (_, name) => words[name] ?? id)}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
  if (upload) {
    const file = { name: 'sample', content: upload.field === 'image' ? smallestPicture : codesFile };
    return { method, url, ...(await toForm({ ...forms[getName(endpoint)], [upload.field]: file })) };
  }
  if (method === 'GET' || method === 'DELETE') return { method, url };
  const derived = makeSample(endpoint.body, id) as object;
  const payload = { ...derived, ...bodies[getName(endpoint)]?.(id) };
  const { error } = endpoint.body.safeParse(payload);
  if (error)
    throw new Error(`tests/support/sample-calls.ts has no valid body of ${getName(endpoint)}`, {
      cause: error,
    });
  return { method, url, payload };
}
