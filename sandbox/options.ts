// SPDX-License-Identifier: Apache-2.0

/** The sandbox's logger; pino's loggers fit. */
export interface SandboxLog {
  info(message: string): void;
  error(message: string): void;
}

export interface SandboxOptions {
  /** 0 uses any free port. */
  port: number;
  /** Must be a loopback address. */
  host?: string;
  /** The address for browsers; by default `http://localhost:<port>`. */
  publicUrl?: string;
  /** The application under test, where sign-ins return. `setAppUrl` replaces it. */
  appUrl: string;
  /** Divides the minutes that a simulated match reports (the application's CHALLENGE_TIME_SCALE). */
  timeScale: number;
  /** A JSON file that stores the Arena's players across restarts; without it they are kept in memory. */
  statePath?: string;
  /** A file of JSON lines that stores the card provider's payments and unsent webhooks; without it, in memory. */
  paymentsPath?: string;
  /** A file of JSON lines that stores the inbox; without it, in memory. */
  inboxPath?: string;
  /** A file of JSON lines that stores push subscriptions; without it, in memory. */
  pushPath?: string;
  discord: OAuthClient;
  google: OAuthClient;
  /** E-mail address of the application's administrator, whom anyone can become on the page of first steps. */
  administrator?: string | undefined;
  /** The card provider's keys; by default `sandboxCardKeys`. */
  stripe?: CardKeys;
  /** Statistics requests per second and key before 429; 0: no limit. Default 3, like the real service. */
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

/**
 * These aren't secret, because the sandbox listens only on loopback. They are fixed, so that processes and restarts
 * agree.
 */
export const sandboxCardKeys: CardKeys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

export interface SandboxAddresses {
  /** The origin, without a trailing slash. Each game's statistics are below it at the game's id. */
  url: string;
  googleIssuer: string;
  /** Followed by `/oauth2/authorize` and `/api/...`, as on discord.com. */
  discordBaseUrl: string;
  arenaUrl: string;
  /** The card provider's origin, followed by `/v1/...` as on api.stripe.com. */
  stripeApiBase: string;
  /** Defines `window.Stripe`. Must load before @stripe/stripe-js looks for it. */
  stripeScriptUrl: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
}

/** What other processes get from this sandbox at `{url}/shared`. */
export type SharedSandbox = Pick<Sandbox, 'smtpUrl' | 'discordPublicKeyHex'>;

export interface Sandbox extends SandboxAddresses {
  /** The mail server, on its own port. */
  smtpUrl: string;
  /** Ed25519 key of the sender of interactions; new at every start. */
  discordPublicKeyHex: string;
  /** For an application that learns its own port only after the sandbox has started. */
  setAppUrl(appUrl: string): void;
  close(): Promise<void>;
}

/** Passed to every service. Addresses are functions, because with port 0 they are known only later. */
export interface Site {
  publicUrl(): string;
  appUrl(): string;
  timeScale: number;
  log: SandboxLog;
}
