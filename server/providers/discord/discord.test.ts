// SPDX-License-Identifier: Apache-2.0

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { createLogger } from '../../platform/log.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { registerCommands } from './commands.ts';
import { avatarUrl, createDiscordSignIn } from './sign-in.ts';
import { discordUserAgent } from './user-agent.ts';

interface Asked {
  line: string;
  authorization: string | undefined;
  contentType: string | undefined;
  userAgent: string | undefined;
  body: string;
}
type Handler = (asked: Asked, response: ServerResponse, request: IncomingMessage) => void;

let baseUrl: string;
let answers: Record<string, Handler>;
const asked: Asked[] = [];
const secrets = { state: 'the-state', nonce: 'unused', codeVerifier: 'v'.repeat(43) };
const redirectUri = 'http://localhost:3000/api/v1/auth/discord/callback';

const json =
  (value: unknown, status = 200): Handler =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { authorization, 'content-type': contentType, 'user-agent': userAgent } = request.headers;
    const line = `${request.method} ${request.url}`;
    const entry = { line, authorization, contentType, userAgent, body: Buffer.concat(chunks).toString() };
    asked.push(entry);
    (answers[line] ?? json({}, 404))(entry, response, request);
  });
});

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const tokenLine = 'POST /api/oauth2/token';
const userLine = 'GET /api/v10/users/@me';
const commandsLine = 'PUT /api/v10/applications/client/commands';
const user = {
  id: '80351110224678912',
  username: 'nelly',
  discriminator: '0',
  global_name: 'Nelly',
  avatar: '8342729096ea3675442027381ff50dfe',
  email: 'nelly@x.test',
  verified: true,
  unknown_field: { nested: [1] },
};

beforeEach(() => {
  asked.length = 0;
  answers = {
    [tokenLine]: json({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 604_800,
      scope: 'identify email',
    }),
    [userLine]: json(user),
    [commandsLine]: json([]),
  };
});

const hang: Handler = () => {};
const userAgent = discordUserAgent({ url: 'https://finalring.test', version: '1.2.3' });
const client = () => ({
  baseUrl,
  userAgent,
  clientId: 'client',
  clientSecret: 'secret',
  // Only where something hangs, its limit runs out.
  timeoutMs: patient(Object.values(answers).includes(hang) ? 1_000 : 8_000),
});
const discord = (asksConnections = false) =>
  createDiscordSignIn({ ...client(), redirectUri, asksConnections, log: createLogger('silent') });
const back = (parts: Record<string, string> = {}) =>
  new URLSearchParams({ state: secrets.state, code: 'the-code', ...parts });
const getOutcome = async (query = back()) => {
  const result = await discord().identify(query, secrets);
  return isRefusal(result) ? result.refused : result;
};

it('redeems the code form-encoded and reads the user', async () => {
  expect(await getOutcome()).toEqual({
    provider: 'discord',
    subject: user.id,
    email: 'nelly@x.test',
    isEmailVerified: true,
    name: 'Nelly',
    avatarUrl: `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png`,
  });
  expect(asked[0]?.contentType).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: redirectUri,
    client_id: 'client',
    client_secret: 'secret',
    code_verifier: secrets.codeVerifier,
  });
  expect(asked[1]?.authorization).toBe('Bearer access');
});

it('requests linked accounts when configured, and keeps only ids of verified Epic accounts', async () => {
  const linked = (more: object) => ({
    type: 'epicgames',
    id: 'a'.repeat(32),
    name: 'x',
    verified: true,
    ...more,
  });
  answers['GET /api/v10/users/@me/connections'] = json([
    linked({ id: 'ABCDEF0123456789ABCDEF0123456789' }),
    linked({ verified: false }),
    linked({ revoked: true }),
    linked({ type: 'steam' }),
    linked({ id: 'Some name' }),
  ]);
  const ask = async (asksConnections: boolean) => {
    const person = await discord(asksConnections).identify(back(), secrets);
    return isRefusal(person) ? person.refused : person.gameAccountIds;
  };
  expect(await ask(true)).toEqual(['abcdef0123456789abcdef0123456789']);
  expect(asked.at(-1)?.authorization).toBe('Bearer access');
  expect(await ask(false)).toBeUndefined();
  // A player can sign in even if Discord does not reveal their connections.
  answers['GET /api/v10/users/@me/connections'] = json({ message: '401: Unauthorized' }, 401);
  expect(await ask(true)).toBeUndefined();
  answers['GET /api/v10/users/@me/connections'] = json({ not: 'a list' });
  expect(await ask(true)).toBeUndefined();
  const scope = async (asks: boolean) =>
    ((await discord(asks).authorizationUrl(secrets)) as URL).searchParams.get('scope');
  expect([await scope(true), await scope(false)]).toEqual(['identify email connections', 'identify email']);
});

it.each([
  [{ verified: false }, { isEmailVerified: false }],
  [{ verified: undefined }, { isEmailVerified: false }],
  [{ email: null }, { email: null }],
  [{ global_name: null }, { name: 'nelly' }],
])('derives name, address and verification from %j', async (parts, expected) => {
  answers[userLine] = json({ ...user, ...parts });
  expect(await getOutcome()).toMatchObject(expected);
});

it.each([
  ['a person who declines', { error: 'access_denied' }, 'sign_in_refused'],
  ['a failing provider', { error: 'server_error' }, 'sign_in_provider_down'],
  ['refused scopes', { error: 'invalid_scope' }, 'sign_in_untrusted'],
  ['another state', { state: 'other' }, 'sign_in_expired'],
  ['no code', { code: '' }, 'sign_in_expired'],
])('returns a separate refusal for %s', async (_what, parts, expected) => {
  expect(await getOutcome(back(parts))).toBe(expected);
  expect(asked).toEqual([]);
});

it('recognizes a used code', async () => {
  answers[tokenLine] = json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400);
  expect(await getOutcome()).toBe('sign_in_code_used');
});

const faults: [string, Handler][] = [
  ['hangs', hang],
  ['hangs up', (_asked, _response, request) => void request.socket.destroy()],
  ['answers 500', json({ message: 'oops' }, 500)],
  ['answers 429', json({ message: 'You are being rate limited.', retry_after: 1 }, 429)],
  ['answers nonsense', (_asked, response) => void response.end('<p>maintenance')],
  ['sends elsewhere', (_asked, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
];
it.each(faults)(
  'reports the provider as down when the token endpoint %s',
  { tags: ['long'] },
  async (_what, fault) => {
    answers[tokenLine] = fault;
    expect(await getOutcome()).toBe('sign_in_provider_down');
  },
);
it.each(faults)(
  'reports the provider as down when the user endpoint %s',
  { tags: ['long'] },
  async (_what, fault) => {
    answers[userLine] = fault;
    expect(await getOutcome()).toBe('sign_in_provider_down');
  },
);

it.each([
  ['a wrong secret', tokenLine, json({ error: 'invalid_client' }, 401), 'misconfigured', 'invalid_client'],
  ['a rejected token', userLine, json({ message: '401' }, 401), 'untrusted', '401'],
  ['a malformed answer', userLine, json({ id: 5 }), 'untrusted', 'shape'],
  ['a failure', userLine, json({ message: 'oops' }, 500), 'unavailable', '500'],
])('logs %s with its kind', async (_what, line, answer, fault, reason) => {
  answers[line] = answer;
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  const provider = createDiscordSignIn({ ...client(), redirectUri, asksConnections: false, log });
  expect(await provider.identify(back(), secrets)).toEqual({
    refused: fault === 'unavailable' ? 'sign_in_provider_down' : 'sign_in_untrusted',
  });
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    { provider: 'discord', fault, reason: expect.stringContaining(reason) },
    expect.any(String),
  );
});

it.each([
  [
    'a_1269e74af4df7417b13759eae50c83dc',
    'https://cdn.discordapp.com/avatars/80351110224678912/a_1269e74af4df7417b13759eae50c83dc.gif',
  ],
  [
    '8342729096ea3675442027381ff50dfe',
    'https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png',
  ],
  [null, null],
])('finds the avatar with the hash %s', (avatar, expected) => {
  expect(avatarUrl({ ...user, avatar })).toBe(expected);
});

it('registers /link with the bot token or the client credentials', async () => {
  // A call that an earlier test gave up may still arrive now.
  const own = () => asked.filter(({ line }) => line !== userLine);
  await registerCommands({ ...client(), botToken: 'bot', log: createLogger('silent') });
  expect(own().map(({ line }) => line)).toEqual([commandsLine]);
  expect(own()[0]?.authorization).toBe('Bot bot');
  expect(JSON.parse(own()[0]?.body ?? '')).toMatchObject([
    { name: 'link', options: [{ name: 'token', required: true }] },
  ]);

  await registerCommands({ ...client(), botToken: undefined, log: createLogger('silent') });
  expect(Object.fromEntries(new URLSearchParams(own()[1]?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'applications.commands.update',
  });
  expect(own()[2]?.authorization).toBe('Bearer access');
});

it('fails a rejected registration so that the job is retried', async () => {
  answers[commandsLine] = json({ code: 50035 }, 400);
  await expect(
    registerCommands({ ...client(), botToken: 'bot', log: createLogger('silent') }),
  ).rejects.toThrow('400');
  answers[tokenLine] = json({ error: 'invalid_client' }, 401);
  await expect(
    registerCommands({ ...client(), botToken: undefined, log: createLogger('silent') }),
  ).rejects.toThrow('401');
});

it('sends the user agent that Discord requires', async () => {
  await getOutcome();
  await registerCommands({ ...client(), botToken: undefined, log: createLogger('silent') });
  expect(asked.map(({ line }) => line)).toEqual([tokenLine, userLine, tokenLine, commandsLine]);
  for (const call of asked) expect(call.userAgent).toBe('DiscordBot (https://finalring.test, 1.2.3)');
});
