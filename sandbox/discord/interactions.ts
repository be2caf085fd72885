// SPDX-License-Identifier: Apache-2.0

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OAuthClient, Site } from '../options.ts';
import { SandboxError } from '../site.ts';
import type { Command } from './api.ts';
import type { DiscordUser, DiscordUsers } from './users.ts';

export const interactionsPath = '/api/v1/discord/interactions';
/** Discord gives an application 3 s for its first answer. */
const answerTimeoutMs = 3_000;

const sendInput = z
  .strictObject({
    /** `ping` is Discord's check of the endpoint, `link` the slash command. */
    command: z.enum(['link', 'ping']),
    token: z.string().max(6_000).optional(),
    discordUserId: z
      .string()
      .regex(/^\d{17,20}$/, 'must be a Discord id: 17 to 20 digits')
      .optional(),
    email: z.string().optional(),
    /** Where the command was typed: decides whether the user is in `member.user` or in `user`. */
    place: z.enum(['guild', 'dm']).default('guild'),
    /** Discord itself regularly sends wrong signatures to check that they are refused. */
    forgeSignature: z.boolean().default(false),
  })
  .refine((input) => input.command === 'ping' || input.token !== undefined, {
    message: 'is required by the link command',
    path: ['token'],
  })
  .refine(
    (input) => input.command === 'ping' || input.email !== undefined || input.discordUserId !== undefined,
    {
      message: 'give email or discordUserId',
      path: ['email'],
    },
  );

type SendInput = z.output<typeof sendInput>;

interface InteractionDeps {
  client: OAuthClient;
  users: DiscordUsers;
  commands: ReadonlyMap<string, Command>;
}

/**
 * `POST /discord/interactions` sends one signed interaction to the application, and returns the application's answer as
 * `{ status, body }`.
 */
export function interactions(
  app: FastifyInstance,
  site: Site,
  deps: InteractionDeps,
): { publicKeyHex: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });

  app.post('/discord/interactions', async (request) => {
    const input = sendInput.parse(request.body);
    const body = JSON.stringify(toInteraction(input, deps));
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signed = input.forgeSignature ? `${timestamp}${body} forged` : `${timestamp}${body}`;
    const signature = sign(null, Buffer.from(signed), privateKey).toString('hex');
    return deliver(`${site.appUrl()}${interactionsPath}`, body, {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-ed25519': signature,
      'x-signature-timestamp': timestamp,
    });
  });

  return { publicKeyHex: Buffer.from(x ?? '', 'base64url').toString('hex') };
}

async function deliver(url: string, body: string, headers: Record<string, string>) {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError'
        ? 'did not answer within 3 s'
        : 'is not reachable';
    throw new SandboxError(502, `The application at ${url} ${reason}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toInteraction(input: SendInput, { client, users, commands }: InteractionDeps): object {
  const base = {
    id: snowflake(),
    application_id: client.clientId,
    token: randomBytes(48).toString('base64url'),
    version: 1,
  };
  if (input.command === 'ping') return { ...base, type: 1 };
  const { email: _email, verified: _verified, mfa_enabled: _mfa, locale, ...user } = getSender(input, users);
  return {
    ...base,
    type: 2,
    channel_id: snowflake(),
    locale,
    entitlements: [],
    data: {
      id: commands.get(input.command)?.id ?? snowflake(),
      name: input.command,
      type: 1,
      options: [{ name: 'token', type: 3, value: input.token }],
    },
    ...(input.place === 'dm'
      ? { user, context: 1 }
      : { member: { user, roles: [], permissions: '0' }, guild_id: snowflake(), context: 0 }),
  };
}

function getSender({ email, discordUserId }: SendInput, users: DiscordUsers): DiscordUser {
  if (discordUserId === undefined) return users.byEmail(email ?? '');
  const known = users.byId(discordUserId);
  return known ?? { ...users.byEmail(`${discordUserId}@discord.test`), id: discordUserId };
}

function snowflake(): string {
  return String(10n ** 17n + (randomBytes(8).readBigUInt64BE() % (9n * 10n ** 17n)));
}
