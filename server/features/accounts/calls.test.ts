// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AdminTest, startAdminTest } from '../../../tests/support/admin.ts';
import { inlineReferences } from '../../../tests/support/inline-references.ts';

let app: AdminTest;
beforeAll(async () => {
  app = await startAdminTest();
});
afterAll(() => app?.close());
afterEach(() => vi.restoreAllMocks());

describe('the document of the API', () => {
  const named = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  const again = { ...named, 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
  const refusal = (description: string, headers: object = named) => ({
    description,
    headers,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  });
  const text = { schema: { type: 'string' } };
  const redirect = (where: string, cookie: string) => ({
    204: { description: 'A browser fetched it ahead (`Sec-Purpose`): nothing happened' },
    303: {
      description: `To ${where}; to \`/?error=CODE\` when it was refused`,
      headers: {
        location: { ...text, description: where },
        'set-cookie': { ...text, description: cookie },
      },
    },
    429: refusal('Refused: too_many_requests', again),
    '4XX': refusal('The call was refused', again),
  });
  let paths: Record<string, object>;
  let components: object;
  beforeAll(async () => {
    ({ paths, components } = inlineReferences((await app.call({ url: '/openapi.json' })).json()));
  });
  const inlined = (expected: object) => inlineReferences({ components, expected }).expected;

  it.each(['google', 'discord'])('says how a browser signs in by %s', (provider) => {
    const name = provider === 'google' ? 'Google' : 'Discord';
    expect(paths[`/api/v1/auth/${provider}`]).toEqual(
      inlined({
        get: {
          operationId: `getAuth${name}`,
          security: [],
          tags: ['auth'],
          summary: 'Begin a sign-in: an address for a browser to visit',
          description: 'Begin a sign-in: an address for a browser to visit',
          parameters: [
            {
              ...text,
              in: 'query',
              name: 'ref',
              required: false,
              description: 'Referral code; counts at a first sign-up',
            },
            {
              ...{ in: 'query', name: 'join', required: false },
              schema: { type: 'string', enum: ['1'] },
              description:
                'Joins the sign-in before it to the account of this one; needs the cookie of this browser',
            },
          ],
          responses: redirect('the provider', 'What binds the sign-in to this browser; ten minutes'),
        },
      }),
    );
    expect(paths[`/api/v1/auth/${provider}/callback`]).toEqual(
      inlined({
        get: {
          operationId: `getAuth${name}Callback`,
          security: [],
          tags: ['auth'],
          summary: 'Where the provider sends the browser back to',
          description: 'Where the provider sends the browser back to',
          parameters: ['code', 'state', 'error'].map((name) => ({
            ...{ ...text, in: 'query', name, required: false },
          })),
          responses: redirect(
            '`/google-login-success?authToken=TOKEN`, whose token POST /auth/exchange takes; `/join-account?with=PROVIDER` when an account has the address',
            'What lets only this browser exchange the token, five minutes; or decide about joining, ten minutes',
          ),
        },
      }),
    );
  });

  it('says what Discord sends', () => {
    const described = (description: string, more: object = {}) => ({
      description,
      content: { 'application/json': { schema: { description, type: 'object', ...more } } },
    });
    expect(paths['/api/v1/discord/interactions']).toEqual(
      inlined({
        post: {
          operationId: 'postDiscordInteractions',
          security: [],
          description: 'What Discord sends: pings, and the command /link',
          tags: ['discord'],
          summary: 'What Discord sends: pings, and the command /link',
          requestBody: { required: true, ...described('An interaction, as Discord documents it') },
          parameters: ['x-signature-ed25519', 'x-signature-timestamp'].map((name) => ({
            ...{ ...text, in: 'header', name, required: true },
          })),
          responses: {
            200: {
              ...described('An answer, as Discord documents it', {
                properties: { type: { type: 'integer' } },
              }),
            },
            400: refusal('Refused: malformed_request'),
            401: refusal('Refused: not_signed_in; the signature is missing or wrong'),
            '4XX': refusal('The call was refused', again),
            '5XX': refusal('The call did not work', again),
          },
        },
      }),
    );
  });
});

it('calls are counted, each by its own name, of a player or of where they come from', async () => {
  const player = await app.person();
  const counted = vi.spyOn(app.app.http.limiter, 'take');
  const ofPlayer = (name: string, max: number, windowSeconds: number) => [
    { name, max, windowSeconds, by: 'player' },
    player.id,
  ];
  const ofAddress = (name: string, max: number) => [
    { name, max, windowSeconds: 60, by: 'address' },
    '127.0.0.1',
  ];
  for (const [method, url, limit] of [
    ['POST', '/auth/generate-discord-token', ofPlayer('discord-token', 10, 60)],
    ['GET', '/auth/handle/check?handle=Somebody', ofPlayer('handle-check', 40, 60)],
    ['PUT', '/auth/handle', ofPlayer('handle-change', 20, 60)],
    ['POST', '/auth/second-factor/confirm', ofPlayer('second-factor', 30, 60)],
    ['POST', '/auth/export', ofPlayer('export', 10, 3_600)],
    ['GET', `/auth/export/${player.id}/archive`, ofPlayer('export-archive', 30, 3_600)],
    ['GET', '/auth/google', ofAddress('sign-in', 120)],
    ['GET', '/auth/discord/callback', ofAddress('sign-in', 120)],
    ['POST', '/auth/exchange', ofAddress('exchange', 60)],
    ['POST', '/auth/keep-account', ofAddress('exchange', 60)],
    ['POST', '/auth/separate-account', ofAddress('exchange', 60)],
    ['DELETE', '/auth/sign-ins/google', ofPlayer('remove-sign-in', 10, 60)],
    ['POST', '/auth/delete-account', ofAddress('delete-account', 20)],
  ] as const) {
    counted.mockClear();
    await app.call({ method, url, token: player.token });
    expect([url, ...counted.mock.calls]).toEqual([url, limit]);
  }
});

it('what Discord sends is refused where no key of its is known', async () => {
  const answer = await app.call({ method: 'POST', url: '/discord/interactions', payload: { type: 1 } });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
});

it('long answers about users are compressed', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  const user = await app.person();
  await app.db.run(sql`
    insert into user_notes (player_id, author_id, note, created_at)
    select ${user.id}, ${admin.id}, repeat('x', 100), now() from generate_series(1, 30)`);
  await app.db.run(sql`
    insert into payments (player_id, package_title, coins, amount_cents, xp, status, created_at)
    select ${user.id}, 'GC_' || n, n, 100, 0, 'failed', now() from generate_series(1, 30) n`);
  await app.db.run(sql`
    insert into players (name, email, referral_code)
    select 'Crowd ' || n, n || '@crowd.test', 'CROWD' || n from generate_series(1, 25) n`);
  const headers = { 'accept-encoding': 'gzip' };
  for (const path of ['get-all-users', `users/${user.id}`, `users/${user.id}/payments?limit=30`]) {
    const answer = await app.call({ url: `/super-admin/${path}`, token: admin.token, headers });
    expect([path, answer.headers['content-encoding']]).toEqual([path, 'gzip']);
  }
});

it('is told by its feature what it publishes, repeats and depends on', () => {
  const accounts = app.app.features.find(({ name }) => name === 'accounts');
  expect(accounts?.publishes).toEqual({
    'player.first-signed-in': 'A player signed in for the first time',
    'player.signed-in': 'A player signed in',
    'player.deleted': 'A player’s account was deleted, to be erased later',
    'data-export.ended': 'An export of a player’s data is ready, or could not be made',
    'player.suspended': 'A player was suspended',
    'player.handle-reset': 'A player’s handle was reset',
    'player.epic-accounts-shown': 'A player showed which Epic accounts are linked at Discord',
    'player.sign-in-changed':
      'A way to sign in to a player’s account was added or removed, or its address changed',
    'player.second-factor-changed': 'An administrator’s second factor changed',
  });
  expect(accounts?.crontab?.split('\n')).toEqual([
    '17 * * * * forget-expired-sign-ins',
    '27 * * * * erase-deleted-players',
    '33 * * * * tell-earlier-sign-ins',
    '37 * * * * forget-data-exports',
    '* * * * * make-data-exports',
  ]);
  expect(accounts?.watched).toEqual([
    { part: 'sign-in', routes: ['/auth'], providers: ['google', 'discord'] },
  ]);
});
