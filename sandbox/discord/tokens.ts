// SPDX-License-Identifier: Apache-2.0

import { createHash, randomBytes } from 'node:crypto';
import type { DiscordUser } from './users.ts';

const codeLifetimeMs = 60_000;
const tokenLifetimeSeconds = 604_800;
const maxKept = 5_000;

export interface CodeGrant {
  user: DiscordUser;
  scopes: string[];
  redirectUri: string;
  codeChallenge?: string;
}

export interface AccessGrant {
  /** Missing for the application's own client-credentials grant. */
  user?: DiscordUser;
  scopes: string[];
}

export interface TokenAnswer {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token?: string;
  scope: string;
}

export interface DiscordTokens {
  issueCode(grant: CodeGrant): string;
  /** Uses up the code, even if it doesn't match. @returns undefined if it is unknown, used, expired or doesn't match */
  redeemCode(code: string, redirectUri: string, codeVerifier?: string): TokenAnswer | undefined;
  issue(grant: AccessGrant): TokenAnswer;
  refresh(refreshToken: string): TokenAnswer | undefined;
  find(accessToken: string): AccessGrant | undefined;
  revoke(token: string): void;
}

export function discordTokens(): DiscordTokens {
  const codes = new Map<string, CodeGrant & { expiresAt: number }>();
  const access = new Map<string, AccessGrant & { expiresAt: number }>();
  const refreshTokens = new Map<string, AccessGrant>();

  const issue = (grant: AccessGrant): TokenAnswer => {
    const accessToken = secret();
    keep(access, accessToken, { ...grant, expiresAt: Date.now() + tokenLifetimeSeconds * 1000 });
    const answer: TokenAnswer = {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      scope: grant.scopes.join(' '),
    };
    if (!grant.user) return answer;
    answer.refresh_token = secret();
    keep(refreshTokens, answer.refresh_token, grant);
    return answer;
  };

  return {
    issue,
    issueCode: (grant) => {
      const code = secret();
      keep(codes, code, { ...grant, expiresAt: Date.now() + codeLifetimeMs });
      return code;
    },
    redeemCode: (code, redirectUri, codeVerifier) => {
      const grant = codes.get(code);
      codes.delete(code);
      if (!grant || grant.expiresAt < Date.now() || grant.redirectUri !== redirectUri) return undefined;
      if (grant.codeChallenge !== undefined && grant.codeChallenge !== toChallenge(codeVerifier))
        return undefined;
      return issue({ user: grant.user, scopes: grant.scopes });
    },
    refresh: (refreshToken) => {
      const grant = refreshTokens.get(refreshToken);
      if (!grant) return undefined;
      refreshTokens.delete(refreshToken);
      return issue(grant);
    },
    find: (accessToken) => {
      const grant = access.get(accessToken);
      return grant && grant.expiresAt > Date.now() ? grant : undefined;
    },
    revoke: (token) => {
      access.delete(token);
      refreshTokens.delete(token);
    },
  };
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

function toChallenge(verifier: string | undefined): string | undefined {
  return verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url');
}

/** Drops the oldest beyond the limit, so that a long-running sandbox doesn't grow. */
function keep<Entry>(map: Map<string, Entry>, key: string, entry: Entry): void {
  map.set(key, entry);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
}
