// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { cookiesFor } from '../../server/features/accounts/sign-in/cookies.ts';
import { signWebhook } from '../../server/providers/stripe/testing/scripted-stripe.ts';
import { endpointsOfContract } from '../../tests/support/contract.ts';
import { getName } from '../../tests/support/sample-calls.ts';
import { matchOver, openPayments, type Size, signInOf, toId } from './fill-people.ts';

/**
 * Player 1 has the same amount of data at every size. Player 2, who is also an administrator, has a tenth of
 * everything.
 */
export type Role = 'player' | 'busy player' | 'administrator';

export interface Call {
  /** Such as `player: GET /events`. */
  name: string;
  role: Role;
  /** The request. Calls that change something differ each time. */
  request(turn: number, playerId: string, size: Size): InjectOptions & { url: string };
  /** True if each player can make the call only once: then every call is another player's. */
  isOncePerPlayer?: boolean;
  /** The range of those players' numbers; by default the idle players. */
  players?: { from: number; until: number };
}

export const usualPlayer = toId('player', 1);
export const busyPlayer = toId('player', 2);
/** The handle that `fill-people.ts` gives player 2. */
const busyHandle = 'Player-f';

/** The id of a player's first attempt, purchase or payment, as `pg_temp.owner` assigns it. */
const own = (kind: 'attempt' | 'purchase' | 'payment', role: Role) => toId(kind, role === 'player' ? 1 : 2);

/** The id for each kind of address with a parameter. */
const ids: readonly [RegExp, (role: Role) => string][] = [
  [/^[/]challenge[/]attempts[/]:id/, (role) => own('attempt', role)],
  [/^[/]transaction[/]payments[/]:id/, (role) => own('payment', role)],
  [/^[/]challenge[/]shared[/]:id/, () => toId('attempt', 9)],
  [/^[/]friends[/]links[/]:id/, () => toId('player', 50)],
  [/^[/]giveaways[/]:id[/]draw/, () => toId('giveaway', 2)],
  [/^[/]giveaways[/]:id[/]participants/, () => toId('giveaway', 1)],
  [/^[/]events[/]:id[/]board/, () => toId('event', 6)],
  [/^[/]events[/]:id/, () => toId('event', 9)],
  [/^[/]outgoing-webhooks[/]:id/, () => toId('other', 1)],
  [/^[/]gift-card[/]get[/]:id/, () => toId('card', 1)],
  [/^[/]referrals[/]invitations[/]:code/, () => 'GROW000000005'],
  [/^[/]players[/]:handle/, () => busyHandle],
  [/^[/]super-admin[/]users[/]:id/, () => busyPlayer],
];

const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10);
const moment = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString();
const lastMonth = `from=${day(29)}&to=${day(0)}`;

/** Queries for the calls that require one. */
const queries: Readonly<Record<string, string>> = {
  'GET /overview': lastMonth,
  'GET /books': `month=${day(0).slice(0, 7)}`,
  'GET /books/outstanding': `on=${day(0)}`,
  'GET /auth/handle/check': 'handle=Quite-Another',
  'GET /overview/growth': lastMonth,
};

/** More queries for these calls: filters and orders that people use. */
const variants: Readonly<Record<string, readonly string[]>> = {
  'GET /audit-log': [
    'search=adjust',
    'action=bench.rare',
    `subject=user:${toId('player', 1)}`,
    `subject=gift-card-code:${toId('code', 10)}`,
    `until=${moment(60)}`,
    `from=${moment(85)}&until=${moment(80)}`,
  ],
  'GET /challenge/attempts': [
    'status=FAILED',
    'status=RUNNING',
    'status=RUNNING&order=asc',
    'status=IN_PROGRESS&order=asc',
    'isPractice=false&status=SUCCESS',
    'order=asc',
    'search=epic77x',
    'search=zq',
    'page=20',
    'page=50000',
  ],
  'GET /challenge/disputes': ['status=upheld', 'status=waiting&order=desc'],
  'GET /fair-play/players': ['sort=excess', 'status=dismissed'],
  'GET /gift-card/all': ['sort=stock'],
  'GET /gift-card/all-gift-card-request': [
    'status=delivered',
    'status=delivered&order=asc',
    'status=waiting',
    'status=refunded&order=asc',
    'sort=gcCoin',
    'search=player77%40',
    'search=card',
    'search=card%207&order=asc',
    'search=card%207&sort=promisedBy',
    'search=card%207&sort=gcCoin&status=delivered',
    'search=card%207&sort=title',
  ],
  'GET /giveaways/:id/participants': ['page=20', 'search=player77%40'],
  'GET /outgoing-webhooks/:id/sends': ['status=delivered', 'status=failed'],
  'GET /leaderboard': ['period=season', 'period=all', 'among=friends', 'period=all&page=20'],
  'GET /super-admin/get-all-users': [
    'sort=name',
    'sort=email',
    'role=USER',
    'isSuspended=true',
    'isSuspended=true&order=asc',
    'role=MANAGER&order=asc',
    'sort=name&order=asc',
    'search=player77%40',
    'search=zq',
    'page=20',
    'page=50000',
  ],
  'GET /transaction/history': ['type=purchase'],
};

/**
 * Not measured, since the sealed log stays empty here. A proof reads only the nodes on one path from leaf to root, by
 * key (docs/rules/sealed-ledger.md).
 */
const ofSealedLog = /^GET [/]seals[/]/;

function toPath(endpoint: Endpoint, role: Role): string {
  if (!/:/.test(endpoint.path)) return endpoint.path;
  const found = ids.find(([pattern]) => pattern.test(endpoint.path));
  if (!found) throw new Error(`bench/growth/calls.ts has no example for ${getName(endpoint)}: add one`);
  return endpoint.path.replace(/:\w+/g, found[1](role));
}

function getRoles({ access }: Endpoint): readonly Role[] {
  if (access === 'public') return ['player'];
  return access === 'signed-in' ? ['player', 'busy player'] : ['administrator'];
}

/**
 * A page, as the dashboard requests it. Without a page, a list returns up to 500 rows, and neither business has that
 * many of everything.
 */
function pageOf({ query }: Endpoint): readonly string[] {
  return query && 'pageSize' in (query as z.ZodObject).shape ? ['pageSize=25'] : [];
}

/** Every GET of the contract, with each of its queries and roles. */
async function reads(): Promise<Call[]> {
  // A file is found by one row's key and then read from storage.
  const all = (await endpointsOfContract()).filter(({ method, file }) => method === 'GET' && !file);
  return all
    .filter((endpoint) => !ofSealedLog.test(getName(endpoint)))
    .flatMap((endpoint) => {
      const name = getName(endpoint);
      const first = queries[name] ?? '';
      return getRoles(endpoint).flatMap((role) =>
        [first, ...(variants[name] ?? [])].map((query) => {
          const asked = [...(query ? [query] : []), ...pageOf(endpoint)].join('&');
          const url = `${toPath(endpoint, role)}${asked ? `?${asked}` : ''}`;
          return { name: `${role}: ${name}${query ? `?${query}` : ''}`, role, request: () => ({ url }) };
        }),
      );
    });
}

/** The frequent changing calls. Each time another player makes the call, or the key is different. */
const changes: readonly Call[] = [
  {
    name: 'player: POST /cart/checkout',
    role: 'player',
    request: () => ({
      method: 'POST',
      url: '/cart/checkout',
      headers: { 'idempotency-key': randomUUID() },
      payload: { items: [{ giftCardId: toId('card', 3), quantity: 1, gcCoin: 50 }] },
    }),
  },
  {
    name: 'player: POST /gift-card/buy-gift-card/:id',
    role: 'player',
    request: () => ({
      method: 'POST',
      url: `/gift-card/buy-gift-card/${toId('card', 2)}`,
      headers: { 'idempotency-key': randomUUID() },
    }),
  },
  {
    name: 'player: POST /stripe/webhook',
    role: 'player',
    request: (turn) => {
      const intent = {
        id: `open${turn}`,
        object: 'payment_intent',
        amount: 100,
        amount_received: 100,
        currency: 'usd',
        status: 'succeeded',
        metadata: { paymentId: toId('payment', openPayments.from + turn) },
        latest_charge: null,
      };
      const { body, signature } = signWebhook('payment_intent.succeeded', intent);
      return {
        method: 'POST',
        url: '/stripe/webhook',
        headers: { 'stripe-signature': signature, 'content-type': 'application/json; charset=utf-8' },
        payload: body,
      };
    },
  },
  {
    name: 'player: POST /transaction/create-intent',
    role: 'player',
    request: () => ({
      method: 'POST',
      url: '/transaction/create-intent',
      headers: { 'idempotency-key': randomUUID() },
      payload: { packageId: toId('package', 1), paymentGateway: 'stripe' },
    }),
  },
  {
    name: 'player: POST /gift-card/purchases/:id/reveal',
    role: 'player',
    request: () => ({ method: 'POST', url: `/gift-card/purchases/${toId('purchase', 1)}/reveal` }),
  },
  {
    name: 'player: POST /auth/exchange',
    role: 'player',
    isOncePerPlayer: true,
    request: (_, player) => ({
      method: 'POST',
      url: '/auth/exchange',
      cookies: { [cookiesFor('http://localhost:3000').exchange.name]: signInOf(player).browser },
      payload: { authToken: signInOf(player).token },
    }),
  },
  {
    name: 'player: POST /challenge/attempts/:id/read-now',
    role: 'player',
    isOncePerPlayer: true,
    players: matchOver,
    request: (turn, _, { players }) => ({
      method: 'POST',
      url: `/challenge/attempts/${toId('attempt', players + matchOver.from + turn)}/read-now`,
    }),
  },
  {
    name: 'player: PUT /friends/choices',
    role: 'player',
    request: (turn) => ({
      method: 'PUT',
      url: '/friends/choices',
      payload: { tellsWins: turn % 2 === 0, hearsWins: true },
    }),
  },
  {
    name: 'player: POST /giveaways/:id/enter',
    role: 'player',
    isOncePerPlayer: true,
    request: () => ({
      method: 'POST',
      url: `/giveaways/${toId('giveaway', 3)}/enter`,
      headers: { 'idempotency-key': randomUUID() },
    }),
  },
  {
    name: 'player: POST /challenge/start',
    role: 'player',
    isOncePerPlayer: true,
    request: (_, player) => ({
      method: 'POST',
      url: '/challenge/start',
      headers: { 'idempotency-key': randomUUID() },
      payload: {
        epicId: `epic-${player.slice(-12)}`,
        challengeId: toId('challenge', 1),
        challengeType: 'TOP10_1KILL_SOLO',
      },
    }),
  },
];

/** Purchases, which a long history must not slow down either. */
const isOfAnybody = ({ name }: Call) => /checkout|buy-gift-card|create-intent/.test(name);
const asBusy = (call: Call): Call => ({ ...call, name: `busy ${call.name}`, role: 'busy player' });

/** All measured calls. The busy player makes the purchases as well. */
export async function allCalls(): Promise<Call[]> {
  return [...(await reads()), ...changes, ...changes.filter(isOfAnybody).map(asBusy)];
}
