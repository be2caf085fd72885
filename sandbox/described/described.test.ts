// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import * as openid from 'openid-client';
import { describe, expect, it } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { signInForm, testBrowser } from '../testing/browser.ts';
import { appUrl, discordClient, googleClient, startTestSandbox } from '../testing/start.ts';

/**
 * Compares our stand-ins with the providers' published descriptions (`source` of each file). Fails on a field that is
 * missing, has the wrong form, or that the provider doesn't have.
 */
const read = (name: string) => JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });

function faultsOf(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const sandbox = openForTests(startTestSandbox);

describe('discord', () => {
  const { schemas } = read('discord') as {
    schemas: Record<'user' | 'application' | 'webhook_message', object>;
  };

  it('returns its users as described', async () => {
    const browser = testBrowser(sandbox.url);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: discordClient.clientId,
      scope: 'identify email',
      redirect_uri: `${appUrl}/api/v1/auth/discord/callback`,
      state: 's',
    });
    const page = await browser.visit(`/discord/oauth2/authorize?${query}`);
    const ada = { email: 'ada@example.test', name: 'Ada', emailVerified: 'on', decision: 'continue' };
    const { location } = await browser.visit('/discord/oauth2/authorize', signInForm(ada, page));
    const basic = Buffer.from(`${discordClient.clientId}:${discordClient.clientSecret}`).toString('base64');
    const token = await fetch(`${sandbox.url}/discord/api/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: location?.searchParams.get('code') ?? '',
        redirect_uri: `${appUrl}/api/v1/auth/discord/callback`,
      }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const answer = await fetch(`${sandbox.url}/discord/api/v10/users/@me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const user = (await answer.json()) as Record<string, unknown>;
    expect(user.email).toBe('ada@example.test');
    expect(faultsOf(schemas.user, user)).toEqual([]);
    expect(faultsOf(schemas.user, { ...user, id: 17 })).toHaveLength(1);
  });

  it('accepts the messages that the example bot posts', () => {
    const message = { content: 'x'.repeat(2_000), allowed_mentions: { parse: [] } };
    expect(faultsOf(schemas.webhook_message, message)).toEqual([]);
    expect(faultsOf(schemas.webhook_message, { ...message, content: 'x'.repeat(2_001) })).toHaveLength(1);
  });
});

describe('google', () => {
  it('lists only what Google lists in its discovery document', { tags: ['long'] }, async () => {
    const published = read('google') as Record<string, string | string[]>;
    const answer = await fetch(`${sandbox.googleIssuer}/.well-known/openid-configuration`);
    const ours = (await answer.json()) as Record<string, string | string[]>;
    const needed = ['issuer', 'authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'];
    expect(needed.filter((name) => typeof ours[name] !== 'string' || !published[name])).toEqual([]);
    for (const name of [
      'response_types_supported',
      'subject_types_supported',
      'id_token_signing_alg_values_supported',
      'scopes_supported',
      'token_endpoint_auth_methods_supported',
      'code_challenge_methods_supported',
    ]) {
      const more = [ours[name] ?? []].flat().filter((value) => !published[name]?.includes(value));
      expect([name, more]).toEqual([name, []]);
    }
  });

  it('returns the same claims about a person as Google, also in the tokens', async () => {
    const published = read('google') as { claims_supported: string[] };
    const { clientId, clientSecret } = googleClient;
    const config = await openid.discovery(new URL(sandbox.googleIssuer), clientId, clientSecret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const browser = testBrowser(sandbox.url);
    const page = await browser.visit(
      openid.buildAuthorizationUrl(config, {
        redirect_uri: `${appUrl}/api/v1/auth/google/callback`,
        scope: 'openid email profile',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      }),
    );
    const ada = {
      email: 'ada@example.test',
      name: 'Ada Lovelace',
      emailVerified: 'on',
      decision: 'continue',
    };
    const { location } = await browser.visit(page.url, signInForm(ada));
    const tokens = await openid.authorizationCodeGrant(config, location as URL, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    // `nonce` and `at_hash` are part of OpenID Connect itself.
    const others = Object.keys(tokens.claims() ?? {}).filter(
      (name) => !published.claims_supported.includes(name) && !['nonce', 'at_hash', 'azp'].includes(name),
    );
    expect(others).toEqual([]);
  });
});
