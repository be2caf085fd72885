// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../../platform/log.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { linkedAccount } from '../games/linked-account.ts';
import { type ProviderPerson, providerTimeoutMs, type SignInProvider } from '../sign-in.ts';
import { readOAuthError, refuseFault, type SignInFault } from '../sign-in-fault.ts';
import { discordClient } from './client.ts';

export interface DiscordSignInDeps {
  /** `https://discord.com`, or the sandbox's stand-in. */
  baseUrl: string;
  /** Sent with every call (user-agent.ts). */
  userAgent: string;
  clientId: string;
  clientSecret: string;
  /** Absolute address of our callback, as registered with Discord. */
  redirectUri: string;
  /** Whether to ask for the player's linked accounts too. */
  asksConnections: boolean;
  log: Logger;
  timeoutMs?: number;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), token_type: z.string() });
const tokenError = z.object({ error: z.string() });
const user = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().max(320).nullish(),
  verified: z.boolean().optional(),
});
type DiscordUser = z.infer<typeof user>;
const connections = z.array(
  z.object({
    type: z.string(),
    id: z.string(),
    verified: z.boolean().optional(),
    revoked: z.boolean().optional(),
  }),
);
const maxAccounts = 10;

/**
 * The player's own picture; an `a_` hash is animated. Without one, ours is shown, because Discord's default avatars do
 * not distinguish players.
 */
export function avatarUrl({ id, avatar }: DiscordUser): string | null {
  if (!avatar) return null;
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}

/** The answer could not be used; `message` is safe to log. */
class UnusableAnswer extends Error {
  readonly kind: SignInFault['kind'];
  constructor(message: string, kind: SignInFault['kind'] = 'unavailable') {
    super(message);
    this.kind = kind;
  }
}

async function readJson(response: Response, about: string): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new UnusableAnswer(`${about} answered ${response.status} without JSON`);
  }
}

/** Sign-in with Discord: plain OAuth 2.0, code flow with state and PKCE, then one request for the user's identity. */
export function createDiscordSignIn(deps: DiscordSignInDeps): SignInProvider {
  const {
    baseUrl,
    userAgent,
    clientId,
    clientSecret,
    redirectUri,
    asksConnections,
    log,
    timeoutMs = providerTimeoutMs,
  } = deps;

  const askDiscord = discordClient(log);

  async function redeem(code: string, codeVerifier: string, signal: AbortSignal): Promise<string | Refusal> {
    const response = await askDiscord('token', `${baseUrl}/api/oauth2/token`, {
      method: 'POST',
      headers: { 'user-agent': userAgent },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: codeVerifier,
      }),
      redirect: 'error',
      signal,
    });
    const body = await readJson(response, 'token');
    if (response.ok) return tokenAnswer.parse(body).access_token;
    const { data: refused } = tokenError.safeParse(body);
    if (refused?.error === 'invalid_grant') return refuse('sign_in_code_used');
    const { kind, reason } = readOAuthError(refused?.error);
    throw new UnusableAnswer(`token answered ${response.status}: ${reason}`, kind);
  }

  async function ask(accessToken: string, signal: AbortSignal): Promise<DiscordUser> {
    const response = await askDiscord('identify', `${baseUrl}/api/v10/users/@me`, {
      headers: { 'user-agent': userAgent, authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal,
    });
    if (response.status === 401 || response.status === 403) {
      throw new UnusableAnswer(`users/@me answered ${response.status} to its own token`, 'untrusted');
    }
    if (!response.ok) throw new UnusableAnswer(`users/@me answered ${response.status}`);
    return user.parse(await readJson(response, 'users/@me'));
  }

  /**
   * Linked accounts of the first game that Discord has verified. Of all other connections only the type is read. Undefined if Discord does not answer, which prevents nobody from
   * signing in.
   */
  async function askGameAccounts(accessToken: string, signal: AbortSignal): Promise<string[] | undefined> {
    if (!asksConnections) return undefined;
    try {
      const response = await askDiscord('connections', `${baseUrl}/api/v10/users/@me/connections`, {
        headers: { 'user-agent': userAgent, authorization: `Bearer ${accessToken}` },
        redirect: 'error',
        signal,
      });
      if (!response.ok) throw new UnusableAnswer(`users/@me/connections answered ${response.status}`);
      return connections
        .parse(await readJson(response, 'users/@me/connections'))
        .filter(({ type, verified, revoked }) => type === linkedAccount.type && verified === true && !revoked)
        .map(({ id }) => id.toLowerCase())
        .filter((id) => linkedAccount.id.test(id))
        .slice(0, maxAccounts);
    } catch (error) {
      failure(error);
      return undefined;
    }
  }

  function failure(error: unknown): Refusal {
    if (error instanceof z.ZodError) {
      return refuseFault(log, 'discord', { kind: 'untrusted', reason: 'answer of another shape' });
    }
    const kind = error instanceof UnusableAnswer ? error.kind : 'unavailable';
    return refuseFault(log, 'discord', { kind, reason: (error as Error).message });
  }

  return {
    name: 'discord',
    async authorizationUrl({ state, codeVerifier }) {
      const url = new URL(`${baseUrl}/oauth2/authorize`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        scope: asksConnections ? 'identify email connections' : 'identify email',
        redirect_uri: redirectUri,
        prompt: 'consent',
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString();
      return url;
    },
    async identify(query, { state, codeVerifier }) {
      if (query.get('state') !== state) return refuse('sign_in_expired');
      const error = query.get('error');
      if (error === 'access_denied') return refuse('sign_in_refused');
      if (error) return refuseFault(log, 'discord', readOAuthError(error));
      const code = query.get('code');
      if (!code) return refuse('sign_in_expired');
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const token = await redeem(code, codeVerifier, signal);
        if (typeof token !== 'string') return token;
        const person = await ask(token, signal);
        const gameAccountIds = await askGameAccounts(token, signal);
        return {
          provider: 'discord',
          subject: person.id,
          email: person.email ?? null,
          isEmailVerified: person.verified === true,
          name: person.global_name ?? person.username,
          avatarUrl: avatarUrl(person),
          ...(gameAccountIds && { gameAccountIds }),
        } satisfies ProviderPerson;
      } catch (error) {
        return failure(error);
      }
    },
  };
}
