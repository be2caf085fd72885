// SPDX-License-Identifier: Apache-2.0

/**
 * Stand-ins for all outside services, which speak the services' own protocols on loopback, so that the whole
 * application runs on one machine without any keys. For development, demos and tests, never for production.
 */
import Fastify from 'fastify';
import { addressesAt } from './addresses.ts';
import { discord } from './discord/routes.ts';
import { listPeople } from './first-steps/people.ts';
import { firstSteps } from './first-steps/routes.ts';
import { mountGames } from './games/stand-ins.ts';
import { google } from './google/routes.ts';
import { home } from './home-page.ts';
import { inbox } from './inbox/routes.ts';
import {
  type Sandbox,
  type SandboxOptions,
  type SharedSandbox,
  type Site,
  sandboxCardKeys,
} from './options.ts';
import { push } from './push/routes.ts';
import { answerErrors, letApplicationCall, onlyLoopback, readForms } from './site.ts';
import { stripe } from './stripe/routes.ts';
import { webhooks } from './webhooks/routes.ts';

export type { Sandbox, SandboxOptions, SharedSandbox } from './options.ts';

const quiet = { info: () => {}, error: () => {} };
const noSchemas = (): never => {
  throw new Error('routes of the sandbox have no schemas');
};
const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

/**
 * Starts all services on one port of the loopback interface.
 * @throws if `host` isn't a loopback address, the port is taken, or `statePath` has no valid state
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!loopbackHosts.includes(host)) throw new Error(`The sandbox binds to loopback only, not to ${host}`);

  let appUrl = withoutSlash(options.appUrl);
  const app = Fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    // Fastify's default parsers take a tenth of a second to load.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  const site: Site = {
    publicUrl: () => withoutSlash(options.publicUrl ?? `http://localhost:${listeningPort(app.server)}`),
    appUrl: () => appUrl,
    timeScale: options.timeScale,
    log: options.log ?? quiet,
  };

  onlyLoopback(app, site);
  letApplicationCall(app, site);
  answerErrors(app, site);
  readForms(app);

  // One line per outside service.
  const discordService = discord(app, site, options.discord);
  const people = listPeople(options.administrator);
  google(app, site, { client: options.google, people });
  const { statePath, statsPerSecond = 3 } = options;
  const games = await mountGames(app, site, { statePath, statsPerSecond });
  const keys = options.stripe ?? sandboxCardKeys;
  const cards = await stripe(app, site, { keys, path: options.paymentsPath });
  const mail = await inbox(app, site, { host, path: options.inboxPath });
  const pushService = await push(app, site, { path: options.pushPath });
  webhooks(app, site);
  firstSteps(app, site, { people, play: games.play, keys });
  home(app, site);
  const shared: SharedSandbox = {
    smtpUrl: mail.smtpUrl,
    discordPublicKeyHex: discordService.publicKeyHex,
  };
  app.get('/shared', async () => shared);

  await app.listen({ port: options.port, host }).catch(async (error) => {
    await Promise.all([mail.close(), cards.close()]);
    throw error;
  });
  return {
    ...addressesAt(site.publicUrl(), keys),
    ...shared,
    setAppUrl: (next) => {
      appUrl = withoutSlash(next);
    },
    close: async () => {
      await app.close();
      await cards.close();
      await mail.close();
      await pushService.close();
      await games.close();
    },
  };
}

function listeningPort(server: { address(): unknown }): number {
  const address = server.address() as { port: number } | null;
  if (!address) throw new Error('The sandbox is not listening');
  return address.port;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

async function runAlone(): Promise<void> {
  const { env } = process;
  const sandbox = await startSandbox({
    port: Number(env.PORT ?? 3001),
    appUrl: env.APP_URL ?? 'http://localhost:3000',
    timeScale: Number(env.CHALLENGE_TIME_SCALE ?? 60),
    statePath: env.STATE_PATH,
    paymentsPath: env.PAYMENTS_PATH,
    inboxPath: env.INBOX_PATH,
    pushPath: env.PUSH_PATH,
    discord: {
      clientId: env.DISCORD_CLIENT_ID ?? 'sandbox-discord',
      clientSecret: env.DISCORD_CLIENT_SECRET ?? 'sandbox-discord-secret',
    },
    google: {
      clientId: env.GOOGLE_CLIENT_ID ?? 'sandbox-google',
      clientSecret: env.GOOGLE_CLIENT_SECRET ?? 'sandbox-google-secret',
    },
    log: { info: (message) => console.log(message), error: (message) => console.error(message) },
  });
  const { close, setAppUrl, ...addresses } = sandbox;
  console.log(JSON.stringify(addresses, null, 2));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close());
}

if (import.meta.main) await runAlone();
