// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { describeSilence, type Finding, findingsAbout } from '../../platform/finding.ts';

interface Options {
  baseUrl: string;
  userAgent: string;
  clientId: string;
  clientSecret: string;
  publicKeyHex: string;
  botToken: string | undefined;
  production: boolean;
  /** Where Discord should send interactions. */
  interactionsUrl: string;
}

const application = z.object({
  id: z.string(),
  verify_key: z.string(),
  interactions_endpoint_url: z.string().nullish(),
});
const withinMs = 10_000;
const portal = 'Discord Developer Portal';

async function checkClient(options: Options): Promise<Finding> {
  const { ok, look, wrong } = findingsAbout('discord');
  const { baseUrl, userAgent, clientId, clientSecret } = options;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(`${baseUrl}/api/oauth2/token`, {
    method: 'POST',
    headers: { 'user-agent': userAgent, authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'applications.commands.update' }),
    signal: AbortSignal.timeout(withinMs),
    redirect: 'manual',
  });
  if (answer.ok) return ok('knows the client and its secret');
  const said = await answer.text().catch(() => '');
  if (answer.status === 400 && /snowflake/i.test(said)) {
    return wrong('DISCORD_CLIENT_ID is not an id', `copy the client id, a number: ${portal}, OAuth2`);
  }
  if (answer.status === 400 && /invalid_scope/.test(said)) {
    return wrong('may not register commands', `${portal}, Installation: add the scope applications.commands`);
  }
  if (answer.status === 401 || answer.status === 400) {
    const advice = `check DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: ${portal}, OAuth2`;
    return wrong('does not know the client or its secret', advice);
  }
  return look(`answered ${answer.status}`, 'check again later, and try to sign in with Discord');
}

/** Checks the settings that only a bot can read: the key that signs interactions, and their address. */
async function checkApplication(options: Options): Promise<Finding[]> {
  const { ok, look, wrong } = findingsAbout('discord');
  if (!options.botToken && !options.production) return [];
  if (!options.botToken) {
    return [
      look(
        'DISCORD_PUBLIC_KEY is unchecked: only a bot can read it',
        `set DISCORD_BOT_TOKEN for this check, or compare the key by hand: ${portal}, General Information`,
      ),
    ];
  }
  const answer = await fetch(`${options.baseUrl}/api/v10/applications/@me`, {
    headers: { 'user-agent': options.userAgent, authorization: `Bot ${options.botToken}` },
    signal: AbortSignal.timeout(withinMs),
    redirect: 'manual',
  });
  const { data: found } = application.safeParse(await answer.json().catch(() => undefined));
  if (answer.status === 401) return [wrong('refuses DISCORD_BOT_TOKEN', `${portal}, Bot, Reset Token`)];
  if (!found) return [look(`answered ${answer.status} about the application`, 'check again later')];
  const { interactionsUrl, publicKeyHex, clientId } = options;
  return [
    found.id === clientId
      ? ok('the bot belongs to this application')
      : wrong(
          'DISCORD_BOT_TOKEN belongs to another application',
          'use the token of the application in DISCORD_CLIENT_ID',
        ),
    found.verify_key.toLowerCase() === publicKeyHex.toLowerCase()
      ? ok('signs interactions with DISCORD_PUBLIC_KEY')
      : wrong('signs interactions with another key', `copy the public key: ${portal}, General Information`),
    found.interactions_endpoint_url === interactionsUrl
      ? ok('sends interactions here')
      : look(
          `sends interactions to ${found.interactions_endpoint_url ?? 'nobody'}: /link does not work`,
          `${portal}, General Information, Interactions Endpoint URL: ${interactionsUrl}`,
        ),
  ];
}

/** Whether players can sign in with Discord, and link their accounts. */
export async function checkDiscord(options: Options): Promise<Finding[]> {
  try {
    return [await checkClient(options), ...(await checkApplication(options))];
  } catch (error) {
    const { wrong } = findingsAbout('discord');
    return [
      wrong(
        `${describeSilence(error)} from ${options.baseUrl}`,
        'check that this machine can reach it (firewall, proxy, DNS)',
      ),
    ];
  }
}
