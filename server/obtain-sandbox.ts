// SPDX-License-Identifier: Apache-2.0

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GameId } from '../contract/games/game.ts';
import { theGame } from '../contract/games/games.ts';
import type { Sandbox, SharedSandbox } from '../sandbox/main.ts';
import type { Config } from './config.ts';
import type { Logger } from './platform/log.ts';
import { type StatsByGame, totalRate } from './providers/games/source.ts';

/** Stand-ins for outside services, run by this process or by another one on this machine (docs/sandbox.md). */

/** How long a worker waits for the sandbox of a serving process. */
const sandboxComesWithinMs = 20_000;

export type { Sandbox } from '../sandbox/main.ts';

const google = { clientId: 'sandbox-google', clientSecret: 'sandbox-google-secret' };
const discord = { clientId: 'sandbox-discord', clientSecret: 'sandbox-discord-secret' };

/** How another process's sandbox describes itself; undefined if none answers. */
async function askSandbox(url: string): Promise<SharedSandbox | undefined> {
  const answer = await fetch(`${url}/shared`).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as SharedSandbox) : undefined;
}

/** @throws if it does not come up in time */
async function waitForSandbox(url: string): Promise<SharedSandbox> {
  const giveUpAt = Date.now() + sandboxComesWithinMs;
  for (;;) {
    const shared = await askSandbox(url);
    if (shared) return shared;
    if (Date.now() > giveUpAt) throw new Error(`no sandbox at ${url}: start the serving process first`);
    await delay(250);
  }
}

/** The sandbox of another process at this port, found by `ask`. */
async function joinSandbox(port: number, ask: typeof askSandbox): Promise<Sandbox | undefined> {
  const { addressesAt } = await import('../sandbox/addresses.ts');
  const addresses = addressesAt(`http://localhost:${port}`);
  const shared = await ask(addresses.url);
  return shared && { ...addresses, ...shared, setAppUrl: () => {}, close: async () => {} };
}

/** The sandbox of the running installation, for commands; undefined if none runs. */
export const findSandbox = (port: number) => joinSandbox(port, askSandbox);

/** What the stand-in of a game's statistics grants one key: as much as the real ones, at the sandbox's time scale. */
const statsPerSecond = ({ gameStats, challengeTimeScale }: Config, game: GameId) =>
  totalRate(gameStats[game]?.keys ?? []) * challengeTimeScale;

/** Each sandboxed game with its stand-in. */
function standIns(sandbox: Sandbox, config: Config): StatsByGame {
  const pointed = (config.sandbox?.games ?? []).map((game) => {
    const keys = [{ key: `sandbox-${game}`, requestsPerSecond: statsPerSecond(config, game) }];
    return [game, { baseUrl: `${sandbox.url}/${game}`, keys }] as const;
  });
  return Object.fromEntries(pointed);
}

/**
 * Starts the sandbox. A process with only one role uses another process's sandbox if there is one; a worker waits for
 * it.
 */
export async function obtainSandbox(config: Config, port: number, log: Logger): Promise<Sandbox> {
  if (config.role !== 'all') {
    const joined = await joinSandbox(port, config.role === 'worker' ? waitForSandbox : askSandbox);
    if (joined) return joined;
  }
  const { startSandbox } = await import('../sandbox/main.ts');
  return startSandbox({
    port,
    appUrl: config.publicUrl,
    timeScale: config.challengeTimeScale,
    statePath: join(config.dataDir, 'sandbox.json'),
    paymentsPath: join(config.dataDir, 'sandbox-payments.jsonl'),
    inboxPath: join(config.dataDir, 'sandbox-inbox.jsonl'),
    pushPath: join(config.dataDir, 'sandbox-push.jsonl'),
    statsPerSecond: statsPerSecond(config, theGame.id),
    google,
    discord,
    administrator: config.superAdminEmails[0],
    log: {
      info: (message) => log.debug({ source: 'sandbox' }, message),
      error: (message) => log.error({ source: 'sandbox' }, message),
    },
  });
}

/** The configuration, with sandbox URLs for the services that the sandbox replaces. */
export function pointedAt(sandbox: Sandbox, config: Config): Config {
  const stands = new Set(config.sandbox?.services);
  return {
    ...config,
    google: stands.has('google') ? { issuer: sandbox.googleIssuer, ...google } : config.google,
    discord: stands.has('discord')
      ? {
          baseUrl: sandbox.discordBaseUrl,
          publicKeyHex: sandbox.discordPublicKeyHex,
          botToken: undefined,
          asksConnections: config.discord.asksConnections,
          ...discord,
        }
      : config.discord,
    gameStats: { ...config.gameStats, ...standIns(sandbox, config) },
    stripe: stands.has('stripe')
      ? {
          apiBase: sandbox.stripeApiBase,
          secretKey: sandbox.stripeSecretKey,
          publishableKey: sandbox.stripePublishableKey,
          webhookSecrets: [sandbox.stripeWebhookSecret],
        }
      : config.stripe,
    mail: stands.has('mail')
      ? { smtpUrl: sandbox.smtpUrl, from: `no-reply@${new URL(config.publicUrl).hostname}` }
      : config.mail,
  };
}
