// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Finding } from '../platform/finding.ts';
import { checkMail } from '../platform/mail/check-mail.ts';
import { checkDiscord } from './discord/check-discord.ts';
import { checkGoogle } from './google/check-google.ts';
import { checkStripe } from './stripe/check-stripe.ts';
import { isProbe } from './stripe/webhook-probe.ts';

/** How the doctor judges the providers' own documented answers, which our stand-ins do not give. */
const servers: (Server | SMTPServer)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise<void>((closed) => server.close(() => closed()));
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const says = (findings: readonly Finding[]) => findings.map(({ state, says: said }) => `${state}: ${said}`);

describe('the check of google', () => {
  const google = async (status: number, body: object) => {
    let issuer = '';
    issuer = await serve((request, response) => {
      const isToken = request.url === '/token';
      response.writeHead(isToken ? status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isToken ? body : { issuer, token_endpoint: `${issuer}/token` }));
    });
    const client = { clientId: 'id', clientSecret: 'secret', redirectUri: 'https://play.test/back' };
    return says(await checkGoogle({ issuer, ...client }));
  };

  it('distinguishes a wrong id, a wrong secret and an unregistered callback', async () => {
    const refused = { error: 'invalid_client', error_description: 'The OAuth client was not found.' };
    expect(await google(401, refused)).toEqual(['wrong: knows no client with that id']);
    const secret = { error: 'invalid_client', error_description: 'The provided client secret is invalid.' };
    expect(await google(401, secret)).toEqual(["wrong: refuses the client's secret"]);
    expect(await google(401, { error: 'invalid_client' })).toEqual([
      'wrong: does not know the client or its secret',
    ]);
    const mismatch = { error: 'redirect_uri_mismatch', error_description: 'Bad Request' };
    expect(await google(400, mismatch)).toEqual(['wrong: does not know our callback']);
    expect(await google(400, { error: 'invalid_grant' })).toEqual(['ok: knows the client and its secret']);
  });
});

describe('the check of discord', () => {
  const discord = async (status: number, body: object, production = false) => {
    const baseUrl = await serve(
      (_request, response) => void response.writeHead(status).end(JSON.stringify(body)),
    );
    const client = { clientId: 'id', clientSecret: 'secret', publicKeyHex: '', botToken: undefined };
    return says(
      await checkDiscord({ baseUrl, userAgent: 'test', interactionsUrl: '', production, ...client }),
    );
  };

  it('distinguishes an invalid id, a wrong secret and a missing scope', async () => {
    expect(await discord(400, { client_id: ['Value "id" is not snowflake.'] })).toEqual([
      'wrong: DISCORD_CLIENT_ID is not an id',
    ]);
    expect(await discord(401, { error: 'invalid_client' })).toEqual([
      'wrong: does not know the client or its secret',
    ]);
    expect(await discord(400, { error: 'invalid_scope' })).toEqual(['wrong: may not register commands']);
  });

  it('reports in production that the public key is unchecked without a bot', async () => {
    expect(await discord(200, {}, true)).toEqual([
      'ok: knows the client and its secret',
      'look: DISCORD_PUBLIC_KEY is unchecked: only a bot can read it',
    ]);
  });
});

describe('the check of stripe', () => {
  interface Told {
    denied?: RegExp;
    code?: string;
    pending?: number;
  }
  const stripe = async ({ denied, code = 'webhook_too_old', pending = 0 }: Told) => {
    let webhookUrl = '';
    const apiBase = await serve((request, response) => {
      const url = String(request.url);
      if (url.startsWith('/hook')) {
        expect(isProbe(request.headers['stripe-signature'])).toBe(true);
        return void response.writeHead(400).end(JSON.stringify({ code }));
      }
      if (denied?.test(url)) {
        const error = {
          type: 'invalid_request_error',
          message: 'The provided key does not have the required permissions',
        };
        return void response.writeHead(403).end(JSON.stringify({ error }));
      }
      const endpoint = { url: webhookUrl, status: 'enabled', enabled_events: ['*'], api_version: null };
      const event = { id: 'evt_1', object: 'event', pending_webhooks: pending };
      const data = url.includes('webhook_endpoints') ? [endpoint] : url.includes('/events') ? [event] : [];
      response.writeHead(200).end(JSON.stringify({ object: 'list', has_more: false, data }));
    });
    webhookUrl = `${apiBase}/hook`;
    const options = {
      apiBase,
      secretKey: 'rk_test_1',
      webhookUrl,
      webhookSecrets: ['whsec_1'],
      production: false,
    };
    return says(await checkStripe(options));
  };

  it('reports that all is well', async () => {
    expect(await stripe({})).toEqual([
      'ok: accepts the test key',
      'ok: sends us payments by webhook',
      'ok: webhooks signed with STRIPE_WEBHOOK_SECRET get through',
    ]);
  });

  it('lists what a restricted key cannot read', async () => {
    expect(await stripe({ denied: /charges|balance/ })).toEqual(
      expect.arrayContaining([
        'wrong: does not let the restricted key read Charges: we miss refunds',
        'wrong: does not let the restricted key read Balance Transactions: the books lack fees',
      ]),
    );
    expect(await stripe({ denied: /events/ })).toHaveLength(3);
  });

  it('detects a secret unknown to the running process, and undelivered events', async () => {
    expect(await stripe({ code: 'webhook_not_signed' })).toContain(
      'wrong: our address refuses webhooks signed with STRIPE_WEBHOOK_SECRET (webhook_not_signed)',
    );
    expect(await stripe({ pending: 1 })).toContain('look: could not deliver 1 of its last 1 events');
  });
});

describe('the check of mail', () => {
  async function mailServer(options: object): Promise<number> {
    const server = new SMTPServer({ authOptional: true, ...options });
    servers.push(server);
    server.on('error', () => {});
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
    return (server.server.address() as AddressInfo).port;
  }

  it('distinguishes an invalid certificate from missing TLS', async () => {
    // The server's certificate is for localhost, and no trusted authority signed it.
    const secure = await mailServer({ secure: true });
    expect(says(await checkMail({ smtpUrl: `smtps://127.0.0.1:${secure}`, from: '' }))).toEqual([
      expect.stringMatching(/^wrong: 127.0.0.1:\d+ has an invalid certificate, or one for another name/),
    ]);
    const plain = await mailServer({ secure: false, hideSTARTTLS: true });
    expect(says(await checkMail({ smtpUrl: `smtps://127.0.0.1:${plain}`, from: '' }))).toEqual([
      expect.stringMatching(/^wrong: 127.0.0.1:\d+ does not speak TLS as SMTP_URL says/),
    ]);
    expect(says(await checkMail({ smtpUrl: `smtp://127.0.0.1:${plain}`, from: '' }))).toEqual([
      expect.stringMatching(/^ok/),
    ]);
  });
});
