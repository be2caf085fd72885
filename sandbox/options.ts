// SPDX-License-Identifier: Apache-2.0

/** What the sandbox writes about itself; pino's loggers fit. */
export interface SandboxLog {
  info(message: string): void;
  error(message: string): void;
}

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** Must be a loopback address. */
  host?: string;
  /** How browsers reach the sandbox; by default `http://localhost:<port>`. */
  publicUrl?: string;
  /** The application under test; sign-ins return there. `setAppUrl` replaces it. */
  appUrl: string;
  /** Divides the minutes a simulated match reports (the application's CHALLENGE_TIME_SCALE). */
  timeScale: number;
  /** A JSON file that keeps the Arena's players over a restart; without it they live in memory. */
  statePath?: string;
  /** A file of JSON lines that keeps the card provider's payments and unsent webhooks; without it, in memory. */
  paymentsPath?: string;
  /** A file of JSON lines that keeps the inbox; without it, in memory. */
  inboxPath?: string;
  /** A file of JSON lines that keeps the subscriptions to messages; without it, in memory. */
  pushPath?: string;
  discord: OAuthClient;
  google: OAuthClient;
  /** E-mail address of the application's administrator, whom anybody can become on the page of first steps. */
  administrator?: string | undefined;
  /** Keys of the card provider; by default `sandboxCardKeys`. */
  stripe?: CardKeys;
  /** Statistics requests per second and key before 429; 0 lifts the limit. Default 3, as the real service. */
  statsPerSecond?: number;
  log?: SandboxLog;
}

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
}

export interface CardKeys {
  secretKey: string;
  publishableKey: string;
  /** Signs webhooks. */
  webhookSecret: string;
}

/** No secrets: the sandbox listens on loopback only. Fixed, so that processes and restarts agree on them. */
export const sandboxCardKeys: CardKeys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

export interface SandboxAddresses {
  /** The origin, without a trailing slash. */
  url: string;
  googleIssuer: string;
  /** `{discordBaseUrl}/oauth2/authorize` and `{discordBaseUrl}/api/...` as on discord.com. */
  discordBaseUrl: string;
  /** `{gameStatsBaseUrl}/v2/stats/br/v2` as on fortnite-api.com. */
  gameStatsBaseUrl: string;
  arenaUrl: string;
  /** Origin of the card provider: `{stripeApiBase}/v1/...` as on api.stripe.com. */
  stripeApiBase: string;
  /** Defines `window.Stripe`; to be loaded before @stripe/stripe-js asks for it. */
  stripeScriptUrl: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
}

/** What other processes that use a sandbox ask it for, at `{url}/shared`. */
export type SharedSandbox = Pick<Sandbox, 'smtpUrl' | 'discordPublicKeyHex'>;

export interface Sandbox extends SandboxAddresses {
  /** The mail server, on a port of its own. */
  smtpUrl: string;
  /** Ed25519 key of the interactions sender; a new one at every start. */
  discordPublicKeyHex: string;
  /** For an application that learns its own port only after the sandbox has started. */
  setAppUrl(appUrl: string): void;
  close(): Promise<void>;
}

/** What every service of the sandbox is given. The addresses are read at each use: with port 0 they are known late. */
export interface Site {
  publicUrl(): string;
  appUrl(): string;
  timeScale: number;
  log: SandboxLog;
}
