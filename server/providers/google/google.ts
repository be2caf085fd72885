// SPDX-License-Identifier: Apache-2.0

import type * as oidc from 'openid-client';
import { z } from 'zod';
import type { Logger } from '../../platform/log.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { askOutside } from '../../platform/outside-call.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type ProviderPerson, providerTimeoutMs, type SignInProvider } from '../sign-in.ts';
import { readOAuthError, refuseFault } from '../sign-in-fault.ts';
import { readGoogleFault } from './google-fault.ts';

declare module '../../platform/outside-call.ts' {
  interface OutsideServices {
    google: object;
  }
}

export interface GoogleDeps {
  /** Must equal the issuer of the discovery document exactly. May be http, but only on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Absolute address of our callback, as registered with Google. */
  redirectUri: string;
  log: Logger;
  timeoutMs?: number;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(320).optional(),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional(),
  picture: z.string().optional(),
});

/** Loaded for the first sign-in: most processes go for hours without one. */
const load = () => import('openid-client');

/** The discovery document, fetched once (again after a failure), with one retry. */
function discoverer({ issuer, clientId, clientSecret, log, timeoutMs = providerTimeoutMs }: GoogleDeps) {
  const server = new URL(issuer);
  /** The last part of the path reveals the request: discovery document, token, keys. */
  const logged: oidc.CustomFetch = (address, init) =>
    askOutside(
      log,
      { provider: 'google', what: new URL(address).pathname.split('/').at(-1) ?? '' },
      () => fetch(address, init as RequestInit),
      ({ status }) => ({ status }),
    );
  async function ask(): Promise<oidc.Configuration> {
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } =
      await load();
    const execute = [enableNonRepudiationChecks];
    if (server.protocol === 'http:' && isLoopback(server.hostname)) execute.push(allowInsecureRequests);
    const options = { execute, timeout: timeoutMs / 1000, [customFetch]: logged };
    return discovery(server, clientId, undefined, ClientSecretPost(clientSecret), options);
  }
  let known: Promise<oidc.Configuration> | undefined;

  async function askTwice(): Promise<oidc.Configuration> {
    try {
      return await ask();
    } catch (error) {
      // A second wait as long as the first would only keep the player in front of an empty page.
      if ((error as oidc.ClientError).code === 'OAUTH_TIMEOUT') throw error;
      return ask();
    }
  }

  return {
    forget: () => {
      known = undefined;
    },
    async configuration(): Promise<oidc.Configuration> {
      known ??= askTwice();
      const asked = known;
      try {
        return await asked;
      } catch (error) {
        if (known === asked) known = undefined;
        throw error;
      }
    },
  };
}

function toRefusal(query: URLSearchParams, state: string, log: Logger): Refusal | undefined {
  if (query.get('state') !== state) return refuse('sign_in_expired');
  const error = query.get('error');
  if (error === 'access_denied' || error?.endsWith('_required')) return refuse('sign_in_refused');
  if (error) return refuseFault(log, 'google', readOAuthError(error));
  return query.get('code') ? undefined : refuse('sign_in_expired');
}

/** Sign-in with Google: OpenID Connect, code flow with PKCE, state and nonce; the id_token's signature is checked. */
export function createGoogle(deps: GoogleDeps): SignInProvider {
  const { redirectUri, log } = deps;
  const discovery = discoverer(deps);

  async function redeem(
    query: URLSearchParams,
    secrets: { state: string; nonce: string; codeVerifier: string },
  ) {
    const callback = new URL(redirectUri);
    callback.search = query.toString();
    const { authorizationCodeGrant } = await load();
    const tokens = await authorizationCodeGrant(await discovery.configuration(), callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    });
    return claims.parse(tokens.claims());
  }

  function failure(error: unknown): Refusal {
    if ((error as Partial<oidc.ResponseBodyError>).error === 'invalid_grant') {
      return refuse('sign_in_code_used');
    }
    // Google's keys or addresses may have changed: the next sign-in fetches the document again.
    discovery.forget();
    return refuseFault(log, 'google', readGoogleFault(error));
  }

  return {
    name: 'google',
    async authorizationUrl({ state, nonce, codeVerifier }) {
      try {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
        return buildAuthorizationUrl(await discovery.configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
        });
      } catch (error) {
        return failure(error);
      }
    },
    async identify(query, secrets) {
      const refusal = toRefusal(query, secrets.state, log);
      if (refusal) return refusal;
      const person = await redeem(query, secrets).catch(failure);
      if (isRefusal(person)) return person;
      return {
        provider: 'google',
        subject: person.sub,
        email: person.email ?? null,
        isEmailVerified: person.email_verified,
        name: person.name ?? '',
        avatarUrl: person.picture ?? null,
      } satisfies ProviderPerson;
    },
  };
}
