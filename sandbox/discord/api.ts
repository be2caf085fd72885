// SPDX-License-Identifier: Apache-2.0

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listLinkedAccounts } from '../games/linked-accounts.ts';
import type { OAuthClient } from '../options.ts';
import type { AccessGrant, DiscordTokens, TokenAnswer } from './tokens.ts';
import type { DiscordUser } from './users.ts';

const commandsScope = 'applications.commands.update';

const commandInput = z.array(
  z.object({
    name: z
      .string()
      .regex(/^[-_'\p{L}\p{N}]{1,32}$/u)
      .refine((name) => name === name.toLowerCase()),
    type: z.literal(1).default(1),
    description: z.string().min(1).max(100),
    options: z
      .array(
        z.object({
          name: z.string().regex(/^[-_'\p{L}\p{N}]{1,32}$/u),
          description: z.string().min(1).max(100),
          type: z.int().min(1).max(11),
          required: z.boolean().optional(),
        }),
      )
      .max(25)
      .optional(),
  }),
);

export type Command = z.output<typeof commandInput>[number] & {
  id: string;
  application_id: string;
  version: string;
};

interface ApiDeps {
  client: OAuthClient;
  tokens: DiscordTokens;
  /** The registered commands by name; each PUT replaces all. */
  commands: Map<string, Command>;
}

/** Discord's token endpoint, the signed-in user, and the registration of commands. */
export function api(app: FastifyInstance, { client, tokens, commands }: ApiDeps): void {
  app.post('/discord/api/oauth2/token', async (request, reply) => {
    const form = toForm(request);
    if (!form) return oauthError(reply, 400, 'invalid_request', 'The body must be form-encoded');
    if (!isClient(request, form, client)) return oauthError(reply, 401, 'invalid_client');
    const { grant_type: grantType } = form;
    if (grantType === 'authorization_code') {
      const answer = tokens.redeemCode(form.code ?? '', form.redirect_uri ?? '', form.code_verifier);
      return answer ?? oauthError(reply, 400, 'invalid_grant', 'Invalid "code" in request.');
    }
    if (grantType === 'refresh_token') {
      const answer = tokens.refresh(form.refresh_token ?? '');
      return answer ?? oauthError(reply, 400, 'invalid_grant', 'Invalid "refresh_token" in request.');
    }
    if (grantType === 'client_credentials') {
      return tokens.issue({ scopes: (form.scope ?? '').split(' ').filter(Boolean) }) satisfies TokenAnswer;
    }
    return oauthError(reply, 400, 'unsupported_grant_type', 'Grant type None is not supported');
  });

  app.post('/discord/api/oauth2/token/revoke', async (request, reply) => {
    const form = toForm(request);
    if (!form) return oauthError(reply, 400, 'invalid_request', 'The body must be form-encoded');
    if (!isClient(request, form, client)) return oauthError(reply, 401, 'invalid_client');
    tokens.revoke(form.token ?? '');
    return {};
  });

  app.get('/discord/api/v10/users/@me', async (request, reply) => {
    const grant = getBearer(request, tokens);
    if (!grant?.user || !grant.scopes.includes('identify')) return unauthorized(reply);
    return visibleTo(grant, grant.user);
  });

  app.get('/discord/api/v10/users/@me/connections', async (request, reply) => {
    const grant = getBearer(request, tokens);
    if (!grant?.user || !grant.scopes.includes('connections')) return unauthorized(reply);
    const name = grant.user.global_name ?? grant.user.username;
    const shown = { friend_sync: false, show_activity: true, two_way_link: false, visibility: 1 };
    return listLinkedAccounts(name).map((account) => ({ ...account, verified: true, ...shown }));
  });

  app.put<{ Params: { app: string } }>(
    '/discord/api/v10/applications/:app/commands',
    async (request, reply) => {
      const isBot = /^Bot \S+$/.test(request.headers.authorization ?? '');
      if (!isBot && !getBearer(request, tokens)?.scopes.includes(commandsScope)) return unauthorized(reply);
      if (request.params.app !== client.clientId) {
        return reply.code(404).send({ message: 'Unknown Application', code: 10002 });
      }
      const input = commandInput.safeParse(request.body);
      if (!input.success) {
        return reply
          .code(400)
          .send({ message: 'Invalid Form Body', code: 50035, errors: z.treeifyError(input.error) });
      }
      commands.clear();
      for (const [index, command] of input.data.entries()) {
        const id = String(9n * 10n ** 17n + BigInt(index));
        commands.set(command.name, { ...command, id, application_id: client.clientId, version: id });
      }
      return [...commands.values()];
    },
  );
}

function toForm(request: FastifyRequest): Record<string, string | undefined> | undefined {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return undefined;
  return (request.body ?? {}) as Record<string, string | undefined>;
}

/** The client authenticates by HTTP Basic or by two fields of the body. */
function isClient(
  request: FastifyRequest,
  form: Record<string, string | undefined>,
  client: OAuthClient,
): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const inBody = new URLSearchParams({ id: form.client_id ?? '', secret: form.client_secret ?? '' });
  const actual = Buffer.from((basic === undefined ? inBody : basicCredentials(basic)).toString());
  const expected = Buffer.from(
    new URLSearchParams({ id: client.clientId, secret: client.clientSecret }).toString(),
  );
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Both halves are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicCredentials(encoded: string): URLSearchParams {
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return new URLSearchParams(`id=${id}&secret=${secret.join(':')}`);
}

function getBearer(request: FastifyRequest, tokens: DiscordTokens): AccessGrant | undefined {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : tokens.find(token);
}

/** Without the `email` scope the answer has neither `email` nor `verified`. */
function visibleTo(grant: AccessGrant, user: DiscordUser): Partial<DiscordUser> {
  if (grant.scopes.includes('email')) return user;
  const { email: _email, verified: _verified, ...rest } = user;
  return rest;
}

function unauthorized(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ message: '401: Unauthorized', code: 0 });
}

function oauthError(reply: FastifyReply, status: number, error: string, description?: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description });
}
