// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Endpoint, id as idSchema } from '../../contract/endpoint.ts';
import { termsVersion } from '../../contract/terms.ts';
import { toForm } from './upload.ts';

const dates = { startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-01-02T00:00:00.000Z' };
const challenge = {
  description: 'Sample',
  isActive: false,
  challengeVariants: [{ entryFeeGC: 1, rewardGC: 2, requiredPlacement: 10, requiredKills: 1 }],
};
const coinPackage = {
  title: 'Sample',
  coins: 100,
  originalPrice: 5,
  discountPercentage: 0,
  discountedPrice: 5,
};
const event = {
  title: 'Sample',
  type: 'SAMPLE',
  triggers: ['FIRST_LOGIN'],
  ...dates,
  eventConfig: { rewardAmount: 1 },
};
const giveaway = {
  title: 'Sample',
  prizeType: 'XP',
  prizeAmount: 1,
  winnerCount: 1,
  isActive: false,
  ...dates,
};
const statement = { birthDate: '1990-01-31', region: 'DE' };
const webhook = { address: 'https://hooks.finalring.dev/sample', events: ['giveaway.drawn'] };
const reason = { reason: 'a sample of a reason' };

/** A valid body for each endpoint that requires one. */
const bodies: Record<string, (id: string) => object> = {
  'POST /approvals/:id/refuse': () => reason,
  'POST /overview/coin-limits/raise': () => ({ way: 'rewards', coins: 1, ...reason }),
  'POST /auth/delete-account': () => ({ confirmation: 'DELETE' }),
  'POST /auth/exchange': () => ({ authToken: 'unknown' }),
  'POST /auth/keep-account': () => ({ authToken: 'unknown' }),
  'POST /auth/second-factor/confirm': () => ({ code: '123456' }),
  'POST /auth/second-factor/app/finish': () => ({ code: '123456' }),
  'POST /auth/second-factor/passkeys/finish': () => ({
    name: 'Sample',
    created: {
      id: 'AA',
      rawId: 'AA',
      type: 'public-key',
      response: { clientDataJSON: 'AA', attestationObject: 'AA' },
    },
  }),
  'PATCH /auth/second-factor/passkeys/:id': () => ({ name: 'Sample' }),
  'PUT /auth/avatar': () => ({ avatar: 'owl' }),
  'PUT /auth/handle': () => ({ handle: 'Sample' }),
  'POST /browser-errors': () => ({ name: 'Error', message: 'a sample', place: '', page: '/home' }),
  'POST /cart/checkout': (id) => ({ items: [{ giftCardId: id, quantity: 1, gcCoin: 1 }] }),
  'POST /challenge/create': () => challenge,
  'PUT /challenge/update/:id': () => challenge,
  'PATCH /challenge/:id/active': () => ({ isActive: false }),
  'POST /challenge/estimate': () => challenge.challengeVariants[0] as object,
  'POST /challenge/check-account': () => ({ epicId: 'Sample' }),
  'POST /challenge/start': (id) => ({ epicId: 'Sample', challengeId: id, challengeType: 'TOP10_1KILL_SOLO' }),
  'POST /challenge/practice': (id) => ({
    epicId: 'Sample',
    challengeId: id,
    challengeType: 'TOP10_1KILL_SOLO',
  }),
  'POST /challenge/attempts/:id/dispute': () => ({ words: 'It was a win, look at it' }),
  'POST /challenge/attempts/:id/void': () => reason,
  'POST /challenge/disputes/:id/decide': () => ({ outcome: 'upheld', answer: 'It stays as it was' }),
  'POST /events': () => event,
  'PUT /events/:id': () => event,
  'POST /fair-play/players/:id/dismiss': () => reason,
  'POST /friends/requests': () => ({ handle: 'Sample' }),
  'PUT /friends/choices': () => ({ tellsWins: true, hearsWins: true }),
  'PATCH /gift-card/:id/active': () => ({ isActive: false }),
  'POST /gift-card/purchases/:id/replace': () => reason,
  'PATCH /gift-card/gift-card-request/:id': () => ({ isDelivered: false }),
  'POST /gift-card/gift-card-request/:id/refund': () => reason,
  'POST /giveaways/create': () => giveaway,
  'PUT /giveaways/update/:id': () => giveaway,
  'POST /notifications/read': () => ({ upTo: '1' }),
  'PUT /notifications/settings': () => ({ push: [], mail: [], quietHours: null }),
  'PUT /notifications/devices': () => ({
    endpoint: 'https://push.test/sample',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  }),
  'POST /outgoing-webhooks': () => webhook,
  'PUT /outgoing-webhooks/:id': () => webhook,
  'PUT /outgoing-webhooks/:id/is-on': () => ({ isOn: true }),
  'POST /outgoing-webhooks/:id/replay': () => ({ since: dates.startDate }),
  'POST /overview/failed-work/run-again': () => ({ task: 'sample' }),
  'POST /play/pause': () => ({ lasts: '1-day' }),
  'POST /play/statement': () => statement,
  'POST /play/terms': () => ({ version: termsVersion }),
  'PUT /play/limits': () => ({ kind: 'payment', period: 'day', amount: 1000 }),
  'POST /play-rules': () => ({
    knownVersion: 0,
    validFrom: null,
    elsewhere: { isAllowed: true, minAge: null },
    regions: [],
    ...reason,
  }),
  'POST /referrals/:id/decide': () => ({ isCounted: false, ...reason }),
  'POST /saved-views': () => ({ list: 'users', name: 'Sample', isShared: false, query: '' }),
  'PUT /saved-views/:id': () => ({ name: 'Sample', isShared: false, query: '' }),
  'POST /role/create': () => ({ name: 'sample', permissions: [] }),
  'PUT /role/update/:id': () => ({ name: 'sample', permissions: [] }),
  'PUT /super-admin/update-user/:id': (id) => ({ _id: id, name: 'Sample' }),
  'PUT /super-admin/users/:id/epic-account': () => ({ epicId: null, ...reason }),
  'PUT /super-admin/users/:id/play-statement': () => ({ ...statement, ...reason }),
  'PUT /super-admin/users/:id/epic-proof': () => ({ isProven: true, ...reason }),
  'POST /super-admin/users/:id/reset-handle': () => ({ handle: 'Sample', ...reason }),
  'POST /super-admin/users/:id/remove-second-factor': () => reason,
  'POST /super-admin/users/:id/notes': () => ({ note: 'Sample' }),
  'POST /trade-coin/create': () => coinPackage,
  'PUT /trade-coin/:id': () => coinPackage,
  'POST /transaction/create-intent': (id) => ({ packageId: id, paymentGateway: 'stripe' }),
};

/** The fields of those that are forms; each sends a file as well. */
const forms: Record<string, Record<string, string>> = {
  'POST /gift-card/create': { title: 'Sample', description: 'Sample', gcCoin: '1', type: 'psn' },
  'PUT /gift-card/update/:id': { title: 'Sample' },
  'POST /gift-card/:id/codes': {},
};

const codesFile = Buffer.from('ABCD-EFGH-1234');
/** One pixel. */
const smallestPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const getName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** The schema inside `optional`, `nullable`, `default` and the like. */
function unwrap(schema: unknown): unknown {
  const inner = (schema as { _zod?: { def: { innerType?: unknown; in?: unknown; out?: unknown } } })._zod
    ?.def;
  if (schema === idSchema || !inner) return schema;
  if (inner.innerType) return unwrap(inner.innerType);
  // What is read from text first is what comes out of it.
  if (inner.in instanceof z.ZodTransform) return unwrap(inner.out);
  return inner.in ? unwrap(inner.in) : schema;
}

/** Every schema within `schema`, including itself, with the path to its value; `*` for any entry of a list. */
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

/** Places in addresses that take a word of a list instead of an id. */
const words: Record<string, string> = { provider: 'discord' };

/**
 * A valid call of `endpoint`.
 * @param id used wherever an id is required
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
  return { method, url, payload: bodies[getName(endpoint)]?.(id) ?? {} };
}
