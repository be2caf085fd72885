// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { interactionPolicy, Provider } from 'oidc-provider';
import { refusalPage } from '../identity/sign-in-page.ts';
import type { OAuthClient, Site } from '../options.ts';
import type { GoogleAccounts } from './accounts.ts';
import { memoryAdapter } from './memory-adapter.ts';

export const callbackPath = '/api/v1/auth/google/callback';

const minutes = 60;

interface ErrorContext {
  body: unknown;
  type: string;
  set(header: string, value: string): void;
}

/**
 * An OpenID provider that behaves like Google's: code flow, RS256, name and e-mail in the id_token, both ways of client
 * authentication. Replaces every default of oidc-provider that prints a notice.
 */
export function googleProvider(site: Site, client: OAuthClient, accounts: GoogleAccounts): Provider {
  const publicUrl = new URL(site.publicUrl());
  const cookie = (name: string): string => `google_${name}_${publicUrl.port}`;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));

  const provider = new Provider(`${site.publicUrl()}/google`, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${site.appUrl()}${callbackPath}`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [signingKey()] },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale'],
    },
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    pkce: { required: () => false },
    // The names contain the port, because all ports of localhost share their cookies.
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: cookie('session'), interaction: cookie('interaction'), resume: cookie('resume') },
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy,
      url: (_context: unknown, interaction: { uid: string }) => `/google/interaction/${interaction.uid}`,
    },
    ttl: {
      AccessToken: 60 * minutes,
      AuthorizationCode: 10 * minutes,
      Grant: 60 * minutes,
      IdToken: 60 * minutes,
      Interaction: 60 * minutes,
      Session: 60 * minutes,
    },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    findAccount: (_context: unknown, sub: string) => findAccount(site, accounts, sub),
    renderError: (context: ErrorContext, out: { error: string; error_description?: string }) => {
      const { html, policy: contentPolicy } = refusalPage(
        'Google',
        out.error_description ?? out.error,
        site.appUrl(),
      );
      context.set('content-security-policy', contentPolicy);
      context.type = 'html';
      context.body = html;
    },
  });
  // The application's address may become known after the provider is created (setAppUrl).
  provider.Client.prototype.redirectUriAllowed = (uri) => uri === `${site.appUrl()}${callbackPath}`;
  provider.on('server_error', (_context, error) => site.log.error(`sandbox google: ${error.stack}`));
  return provider;
}

function findAccount(site: Site, accounts: GoogleAccounts, sub: string) {
  const person = accounts.find(sub);
  if (!person) return undefined;
  const [givenName, ...rest] = person.name.split(/\s+/);
  const claims = {
    sub,
    email: person.email,
    email_verified: person.isEmailVerified,
    name: person.name,
    given_name: givenName,
    family_name: rest.length > 0 ? rest.join(' ') : undefined,
    picture: `${site.publicUrl()}/google/pictures/${sub}.svg`,
    locale: 'en',
  };
  return { accountId: sub, claims: async () => claims };
}

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
}
