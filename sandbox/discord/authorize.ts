// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyReply } from 'fastify';
import { readPerson } from '../identity/person.ts';
import { refusalPage, signInPage } from '../identity/sign-in-page.ts';
import type { OAuthClient, Site } from '../options.ts';
import { sendPage } from '../site.ts';
import type { DiscordTokens } from './tokens.ts';
import type { DiscordUsers } from './users.ts';

export const callbackPath = '/api/v1/auth/discord/callback';

const knownScopes = ['identify', 'email', 'guilds', 'connections', 'applications.commands'];
const carriedNames = [
  'response_type',
  'client_id',
  'scope',
  'state',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
];

type Params = Record<string, string | undefined>;

interface AuthorizeDeps {
  client: OAuthClient;
  tokens: DiscordTokens;
  users: DiscordUsers;
}

/** `GET /discord/oauth2/authorize` shows the page, which posts back to the same address. */
export function authorize(app: FastifyInstance, site: Site, { client, tokens, users }: AuthorizeDeps): void {
  /** @returns false if the request must not continue; it has then been answered */
  const accept = (params: Params, reply: FastifyReply): boolean => {
    if (params.client_id !== client.clientId) return refuse(reply, site, 'Unknown application (client_id).');
    if (params.redirect_uri !== `${site.appUrl()}${callbackPath}`) {
      return refuse(reply, site, 'Invalid OAuth2 redirect_uri.');
    }
    if (params.response_type !== 'code') {
      return goBack(reply, params, {
        error: 'unsupported_response_type',
        error_description: 'Only code is supported',
      });
    }
    const scopes = getScopes(params);
    if (scopes.length === 0 || !scopes.every((scope) => knownScopes.includes(scope))) {
      return goBack(reply, params, {
        error: 'invalid_scope',
        error_description: 'The requested scope is invalid, unknown, or malformed.',
      });
    }
    if (params.code_challenge !== undefined && params.code_challenge_method !== 'S256') {
      return goBack(reply, params, { error: 'invalid_request', error_description: 'Only S256 is supported' });
    }
    return true;
  };

  app.get('/discord/oauth2/authorize', async (request, reply) => {
    const params = request.query as Params;
    if (!accept(params, reply)) return reply;
    return sendPage(reply, pageFor(site, params));
  });

  app.post('/discord/oauth2/authorize', async (request, reply) => {
    const params = (request.body ?? {}) as Params;
    if (!accept(params, reply)) return reply;
    if (params.decision === 'cancel') {
      goBack(reply, params, {
        error: 'access_denied',
        error_description: 'The resource owner or authorization server denied the request',
      });
      return reply;
    }
    const answer = readPerson(params);
    if ('problem' in answer) return sendPage(reply, pageFor(site, params, answer.problem), 422);
    const code = tokens.issueCode({
      user: users.remember(answer.person),
      scopes: getScopes(params),
      redirectUri: params.redirect_uri ?? '',
      codeChallenge: params.code_challenge,
    });
    goBack(reply, params, { code });
    return reply;
  });
}

function getScopes(params: Params): string[] {
  return (params.scope ?? '').split(' ').filter(Boolean);
}

function pageFor(site: Site, params: Params, problem?: string) {
  const carried = carriedNames.flatMap((name) => {
    const value = params[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const afterMistake = {
    email: params.email,
    name: params.name,
    account: params.account,
    isEmailVerified: params.emailVerified === 'on',
  };
  return signInPage({
    provider: 'Discord',
    action: '/discord/oauth2/authorize',
    hidden: Object.fromEntries(carried),
    filled: problem === undefined ? {} : afterMistake,
    problem,
    appUrl: site.appUrl(),
  });
}

function refuse(reply: FastifyReply, site: Site, problem: string): false {
  sendPage(reply, refusalPage('Discord', problem, site.appUrl()), 400);
  return false;
}

function goBack(reply: FastifyReply, params: Params, answer: Record<string, string>): false {
  const url = new URL(params.redirect_uri ?? '');
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (params.state !== undefined) url.searchParams.set('state', params.state);
  reply.redirect(url.href, 303);
  return false;
}
