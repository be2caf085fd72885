// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import type { Logger } from '../../platform/log.ts';
import { providerTimeoutMs } from '../sign-in.ts';
import { discordClient } from './client.ts';

export interface DiscordCommandsDeps {
  baseUrl: string;
  /** Sent with every call (user-agent.ts). */
  userAgent: string;
  clientId: string;
  clientSecret: string;
  /** If undefined, the application's own client credentials are used. */
  botToken: string | undefined;
  log: Logger;
  timeoutMs?: number;
}

const commands = [
  {
    name: 'link',
    type: 1,
    description: 'Link your Discord account to your player profile',
    options: [
      { name: 'token', type: 3, description: 'The token shown on your profile page', required: true },
    ],
  },
];

const tokenAnswer = z.object({ access_token: z.string().min(1) });

async function authorization(deps: DiscordCommandsDeps, signal: AbortSignal): Promise<string> {
  if (deps.botToken) return `Bot ${deps.botToken}`;
  const response = await discordClient(deps.log)('token', `${deps.baseUrl}/api/oauth2/token`, {
    method: 'POST',
    headers: {
      'user-agent': deps.userAgent,
      authorization: `Basic ${Buffer.from(`${deps.clientId}:${deps.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'applications.commands.update' }),
    redirect: 'error',
    signal,
  });
  if (!response.ok) throw new Error(`Discord's token endpoint answered ${response.status}`);
  return `Bearer ${tokenAnswer.parse(await response.json()).access_token}`;
}

/**
 * Registers our slash commands with Discord; repeating it changes nothing.
 * @throws if Discord does not accept them, so that the job is retried
 */
export async function registerCommands(deps: DiscordCommandsDeps): Promise<void> {
  const signal = AbortSignal.timeout(deps.timeoutMs ?? providerTimeoutMs);
  const response = await discordClient(deps.log)(
    'commands',
    `${deps.baseUrl}/api/v10/applications/${deps.clientId}/commands`,
    {
      method: 'PUT',
      headers: {
        'user-agent': deps.userAgent,
        authorization: await authorization(deps, signal),
        'content-type': 'application/json',
      },
      body: JSON.stringify(commands),
      redirect: 'error',
      signal,
    },
  );
  if (!response.ok) throw new Error(`Discord answered ${response.status} to the registration of commands`);
}
