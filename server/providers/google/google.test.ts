// SPDX-License-Identifier: Apache-2.0

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { patient } from '../../../tests/support/patience.ts';
import { createLogger } from '../../platform/log.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { createGoogle } from './google.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secrets = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) };
const redirectUri = 'http://localhost:3000/api/v1/auth/google/callback';

let issuer: string;
/** The provider's answers at each path; tests replace single ones. */
let answers: Record<string, Handler>;
const asked: string[] = [];

const json =
  (value: unknown, status = 200): Handler =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    asked.push(path);
    (answers[path] ?? json({}, 404))(request, response, Buffer.concat(chunks).toString());
  });
});

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface TokenParts {
  claims?: object;
  key?: KeyObject;
  alg?: string;
}

function idToken({ claims = {}, key = signing.privateKey, alg = 'RS256' }: TokenParts = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: issuer,
    aud: 'client',
    sub: '110248495921238986420',
    iat: now,
    exp: now + 300,
    nonce: secrets.nonce,
    email: 'Ada@x.test',
    email_verified: true,
    name: 'Ada Ring',
    picture: 'https://lh3.googleusercontent.com/a/x',
    ...claims,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg, kid: 'one' })}.${part(all)}`;
  const signature = alg === 'none' ? '' : sign('sha256', Buffer.from(text), key).toString('base64url');
  return `${text}.${signature}`;
}

const tokens = (parts?: TokenParts): Handler =>
  json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token: idToken(parts) });
const hang: Handler = () => {};
const nonsense: Handler = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>maintenance');
const fail: Handler = json({ error: 'server_error' }, 500);
const hangUp: Handler = (request) => void request.socket.destroy();

const discoveryPath = '/.well-known/openid-configuration';
const discoveryDocument = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/certs`,
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
});

beforeEach(() => {
  asked.length = 0;
  answers = {
    [discoveryPath]: json(discoveryDocument()),
    '/certs': json({
      keys: [{ ...signing.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/token': tokens(),
  };
});

/** Only where something hangs, its limit runs out. */
const limit = () => patient(Object.values(answers).includes(hang) ? 2_000 : 8_000);
const google = () =>
  createGoogle({
    issuer,
    clientId: 'client',
    clientSecret: 'secret',
    redirectUri,
    log: createLogger('silent'),
    timeoutMs: limit(),
  });
const back = (parts: Record<string, string> = {}) =>
  new URLSearchParams({ state: secrets.state, code: 'the-code', ...parts });
const getOutcome = async (query = back()) => {
  const result = await google().identify(query, secrets);
  return isRefusal(result) ? result.refused : result;
};

it('sends state, nonce and PKCE, and redeems with the verifier', async () => {
  const provider = google();
  const url = await provider.authorizationUrl(secrets);
  if (isRefusal(url)) throw new Error(url.refused);
  expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'client',
    redirect_uri: redirectUri,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: createHash('sha256').update(secrets.codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });

  let form = '';
  answers['/token'] = (request, response, body) => {
    form = body;
    tokens()(request, response, body);
  };
  expect(await provider.identify(back(), secrets)).toEqual({
    provider: 'google',
    subject: '110248495921238986420',
    email: 'Ada@x.test',
    isEmailVerified: true,
    name: 'Ada Ring',
    avatarUrl: 'https://lh3.googleusercontent.com/a/x',
  });
  expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: redirectUri,
    code_verifier: secrets.codeVerifier,
    client_secret: 'secret',
  });
  expect(asked.filter((path) => path === discoveryPath)).toHaveLength(1);
});

it.each([
  ['a person who declines', { error: 'access_denied' }, 'sign_in_refused'],
  ['a failing provider', { error: 'temporarily_unavailable' }, 'sign_in_provider_down'],
  ['an unknown error', { error: 'who_knows' }, 'sign_in_provider_down'],
  ['an unregistered callback', { error: 'redirect_uri_mismatch' }, 'sign_in_untrusted'],
  ['another state', { state: 'other' }, 'sign_in_expired'],
  ['no code', { code: '' }, 'sign_in_expired'],
])('returns a separate refusal for %s', async (_what, parts, expected) => {
  const query = back(parts);
  if ('error' in parts) query.delete('code');
  expect(await getOutcome(query)).toBe(expected);
  expect(asked).toEqual([]);
});

it('distinguishes a used code from a failing provider', async () => {
  answers['/token'] = json({ error: 'invalid_grant' }, 400);
  expect(await getOutcome()).toBe('sign_in_code_used');
  answers['/token'] = json({ error: 'temporarily_unavailable' }, 503);
  expect(await getOutcome()).toBe('sign_in_provider_down');
});

/** The log line about the one fault of a sign-in. */
async function loggedFault() {
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  const provider = createGoogle({
    ...{ issuer, clientId: 'client', clientSecret: 'secret', redirectUri, log, timeoutMs: limit() },
  });
  const outcome = await provider.identify(back(), secrets);
  expect(logged).toHaveBeenCalledOnce();
  const [fields, message] = logged.mock.calls[0] as unknown as [object, string];
  return { ...fields, message, refused: isRefusal(outcome) && outcome.refused };
}

it('distinguishes a wrong secret from a failing provider', async () => {
  answers['/token'] = json({ error: 'invalid_client' }, 401);
  expect(await loggedFault()).toEqual({
    ...{ provider: 'google', fault: 'misconfigured', message: 'sign-in is misconfigured' },
    reason: 'the client id or secret is wrong (invalid_client)',
    refused: 'sign_in_untrusted',
  });
  answers['/token'] = fail;
  expect(await loggedFault()).toMatchObject({
    ...{ fault: 'unavailable', message: 'sign-in provider failed', refused: 'sign_in_provider_down' },
  });
});

const hour = 3_600;
const seconds = () => Math.floor(Date.now() / 1000);

it.each([
  ['another key', { key: foreign.privateKey }, 'signature'],
  ['no signature', { alg: 'none' }, 'signature'],
  ['another nonce', { claims: { nonce: 'other' } }, '(nonce)'],
  ['another audience', { claims: { aud: 'somebody-else' } }, '(aud)'],
  ['another issuer', { claims: { iss: 'https://evil.test' } }, '(iss)'],
  ['an expired time', { claims: { exp: seconds() - hour } }, 'clock'],
  ['a future time', { claims: { nbf: seconds() + hour } }, 'clock'],
  ['no subject', { claims: { sub: undefined } }, 'lacks'],
  ['an invalid address', { claims: { email: 7 } }, 'shape'],
])('rejects an id_token with %s, and logs the reason', async (_what, parts, why) => {
  answers['/token'] = tokens(parts);
  expect(await loggedFault()).toEqual({
    ...{ provider: 'google', fault: 'untrusted', message: 'answer of a sign-in provider is not trusted' },
    ...{ reason: expect.stringContaining(why), refused: 'sign_in_untrusted' },
  });
});

it.each([
  [{ email_verified: false }, false],
  [{ email_verified: undefined }, false],
  [{ email_verified: 'true' }, true],
])('derives whether the address is verified from %j', async (claims, expected) => {
  answers['/token'] = tokens({ claims });
  expect(await getOutcome()).toMatchObject({ isEmailVerified: expected });
});

const faults: [string, Handler][] = [
  ['hangs', hang],
  ['answers nonsense', nonsense],
  ['answers 500', fail],
  ['hangs up', hangUp],
];
it.each(faults)(
  'reports the provider as down when a token endpoint %s',
  { tags: ['long'] },
  async (_what, fault) => {
    answers['/token'] = fault;
    expect(await getOutcome()).toBe('sign_in_provider_down');
  },
);

it.each(faults)('reports the provider as down when the discovery %s, and recovers', async (_what, fault) => {
  answers[discoveryPath] = fault;
  const provider = google();
  expect(await provider.authorizationUrl(secrets)).toEqual({ refused: 'sign_in_provider_down' });
  answers[discoveryPath] = json(discoveryDocument());
  expect(await provider.authorizationUrl(secrets)).toBeInstanceOf(URL);
});

it('retries when the discovery fails once', async () => {
  let times = 0;
  answers[discoveryPath] = (...call) => (times++ ? json(discoveryDocument()) : fail)(...call);
  expect(await google().authorizationUrl(secrets)).toBeInstanceOf(URL);
});

it('logs a failure without personal data', async () => {
  const log = createLogger('silent');
  const logged = vi.spyOn(log, 'error');
  answers['/token'] = tokens({ claims: { nonce: 'other' } });
  const provider = createGoogle({ issuer, clientId: 'client', clientSecret: 'secret', redirectUri, log });
  await provider.identify(back(), secrets);
  expect(logged).toHaveBeenCalledOnce();
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/Ada|x\.test|the-code|110248495921238986420/);
});

it('refuses an issuer with a different name', async () => {
  answers[discoveryPath] = json({ ...discoveryDocument(), issuer: 'http://localhost' });
  expect(await google().authorizationUrl(secrets)).toEqual({ refused: 'sign_in_untrusted' });
});
