// SPDX-License-Identifier: Apache-2.0

import { plural } from '../contract/amounts.ts';
import type { ApprovalLimits } from '../contract/approvals-admin.ts';
import type { CoinWay } from '../contract/coin-limits-admin.ts';
import type { GameId } from '../contract/games/game.ts';
import { type BackupConfig, toBackup } from './backup-config.ts';
import { checkVariables, type Service } from './config-faults.ts';
import type { Place } from './platform/objects/place.ts';
import { gamesWithKeys, toStatsByGame } from './providers/games/settings.ts';
import type { StatsByGame } from './providers/games/source.ts';

/** The only place that reads the environment. */

export interface Config {
  production: boolean;
  role: 'all' | 'web' | 'worker';
  /** How many processes one start runs, all at one address. */
  host: string;
  port: number;
  publicUrl: string;
  /** How many proxies are in front, or their addresses and ranges; 0 if clients connect directly. */
  trustProxy: number | string[];
  dataDir: string;
  /** Where pictures and exports are stored; undefined: in the data folder. */
  objectsPlace: Place | undefined;
  /** Where the journal, which must outlive the database, is written; undefined: nowhere. */
  journalPlace: Place | undefined;
  /** Undefined if the database is backed up by other means. */
  backup: BackupConfig | undefined;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** Replicas of the primary. Reads that tolerate their lag go to one of them. */
  /** Undefined only in a sandbox, where main.ts makes one and keeps it in the data folder. */
  appSecret: string | undefined;
  /** Encrypt and fingerprint gift-card codes. Undefined in a sandbox, which derives them from its secret. */
  codes: { keys: readonly { id: string; key: Buffer }[] | undefined; fingerprintSecret: string | undefined };
  logLevel: string;
  metricsToken: string | undefined;
  /** Whether the server serves this documentation at /docs. */
  servesDocs: boolean;
  /** Where traces go; undefined: no tracing. */
  tracing: { endpoint: string; withLogs: boolean } | undefined;
  rateLimitPerMinute: number;
  maxCallWaitMs: number;
  /** How long a process keeps serving after a stop request, so that load balancers notice. */
  drainMs: number;
  brand: {
    name: string;
    supportEmail: string;
    supportPhone: string;
    socialLinks: readonly string[];
    discordServerUrl: string | undefined;
  };
  superAdminEmails: readonly string[];
  sandbox:
    | { port: number; services: readonly Service[]; games: readonly GameId[]; full: boolean }
    | undefined;
  google: { issuer: string; clientId: string; clientSecret: string };
  discord: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    publicKeyHex: string;
    botToken: string | undefined;
    /** Whether sign-in asks Discord for the player's linked accounts. */
    asksConnections: boolean;
  };
  gameStats: StatsByGame;
  /** All `webhookSecrets` are accepted, so that operators can rotate them without a gap. */
  stripe: { apiBase: string; secretKey: string; publishableKey: string; webhookSecrets: readonly string[] };
  paymentFirstCheckSeconds: number;
  /** Undefined if mail is off. */
  mail: { smtpUrl: string; from: string } | undefined;
  /** Signs push messages; undefined: the installation makes one and keeps it in the database. */
  vapidPrivateKey: string | undefined;
  /** Third parties that keep tree heads of the sealed ledger. */
  sealWitnessFile: string | undefined;
  /** Origins that outgoing webhooks may use even though they are private. */
  webhookOrigins: readonly string[];
  challengeTimeScale: number;
  xp: { finished: number; success: number; perTenCents: number };
  /** For adjustments above this, the dashboard asks for confirmation and the audit log marks them. */
  coinAdjustmentWarningGC: number;
  /** Whether entries and card payments require rules on age and region, and accepted terms. */
  arePlayRulesDemanded: boolean;
  secondFactor: {
    /** Whether administrators need a second factor (contract/permissions.ts, `isGuarded`). */
    isDemanded: boolean;
    /** How long a confirmation lasts before an irreversible action asks for another. */
    freshMs: number;
  };
  approvals: {
    /** Whether changes above `limits` wait for a second administrator. */
    isDemanded: boolean;
    limits: ApprovalLimits;
    /** How long someone must have been an administrator before their approval counts. */
    minOfficeMs: number;
    expiryMs: number;
    /** How long a change waits if nobody else can approve it. */
    delayMs: number;
  };
  coinLimits: {
    /** Whether each way of creating coins has a daily limit. */
    isOn: boolean;
    ways: Readonly<Record<CoinWay, number>>;
    /** The limit per administrator, in each way. */
    administrator: number;
  };
  /**
   * Coins that cannot buy gift cards: coins bought by card within `cardHoldMs`, and coins from events and giveaways.
   */
  redeeming: { cardHoldMs: number; isBonusFrozen: boolean };
  /** Sessions of players with a permission end after this much idle time. */
  adminIdleMs: number;
  /** How many whole months of readings, payment events and administrators' changes are retained; undefined: all. */
  retentionMonths: number | undefined;
  /** How long an account deletion can be cancelled before the account is erased. */
  deletionGraceMs: number;
  /** Exports of a player's data: how many per day, and how long each can be downloaded. */
  dataExports: { perDay: number; keptForMs: number };
  disputes: {
    /** How long after a result the player can dispute it. */
    withinDays: number;
    /** How soon we promise to decide a dispute. */
    promiseMs: number;
  };
}

/** Lists every fault of the environment at once, so that the operator can fix all of them. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${plural(faults.length, 'fault')}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const loopback = '127.0.0.1';

/** Players go there after they link their Discord account. */
const isDiscordLink = (link: string) => /^(?:www[.])?discord[.](?:gg|com)$/.test(new URL(link).hostname);

/**
 * Whether the proxy in front may run on this machine: `trustProxy` is a number of proxies, or a list that includes it.
 */
function isProxyHere(trustProxy: number | string[]): boolean {
  if (typeof trustProxy === 'number') return trustProxy > 0;
  return trustProxy.some((network) => network === 'loopback' || /^(127\.|::1)/.test(network));
}

/**
 * Reads and checks the whole environment.
 * @throws ConfigError that lists every fault at once
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { env, sandboxed, sandboxedGames, isFullSandbox, faults } = checkVariables(environment);
  if (faults.length > 0) throw new ConfigError(faults);

  const sandbox =
    sandboxed.length > 0
      ? { port: env.SANDBOX_PORT, services: sandboxed, games: sandboxedGames, full: isFullSandbox }
      : undefined;
  const production = env.NODE_ENV === 'production';
  return {
    production,
    role: env.ROLE,
    host: env.HOST ?? (sandbox || (production && isProxyHere(env.TRUST_PROXY)) ? loopback : '0.0.0.0'),
    port: env.PORT,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    trustProxy: env.TRUST_PROXY,
    dataDir: env.DATA_DIR,
    objectsPlace: env.OBJECTS_URL,
    journalPlace: env.JOURNAL_URL,
    backup: toBackup(env),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    appSecret: env.APP_SECRET,
    codes: { keys: env.CODE_KEYS, fingerprintSecret: env.CODE_FINGERPRINT_SECRET },
    // Keeps the sandbox's start-up lines from drowning in its log.
    logLevel: env.LOG_LEVEL ?? (sandbox?.full ? 'warn' : 'info'),
    metricsToken: env.METRICS_TOKEN,
    servesDocs: env.DOCS === 'on',
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, withLogs: env.OTEL_LOGS_EXPORTER === 'otlp' }
      : undefined,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    // Together with the service time, this keeps the p99 of accepted calls near one second.
    maxCallWaitMs: 500,
    drainMs: env.DRAIN_SECONDS * 1000,
    brand: {
      name: env.BRAND_NAME,
      supportEmail: env.SUPPORT_EMAIL,
      supportPhone: env.SUPPORT_PHONE,
      socialLinks: env.SOCIAL_LINKS ?? [],
      discordServerUrl: env.SOCIAL_LINKS?.find(isDiscordLink),
    },
    superAdminEmails: env.SUPER_ADMIN_EMAILS ?? (sandbox?.full ? ['admin@finalring.test'] : []),
    sandbox,
    google: {
      issuer: env.GOOGLE_ISSUER,
      clientId: env.GOOGLE_CLIENT_ID ?? '',
      clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
    },
    discord: {
      baseUrl: env.DISCORD_BASE_URL,
      clientId: env.DISCORD_CLIENT_ID ?? '',
      clientSecret: env.DISCORD_CLIENT_SECRET ?? '',
      publicKeyHex: env.DISCORD_PUBLIC_KEY ?? '',
      botToken: env.DISCORD_BOT_TOKEN,
      asksConnections: env.DISCORD_CONNECTIONS === 'on',
    },
    gameStats: toStatsByGame(env, sandbox?.games ?? []),
    stripe: {
      apiBase: new URL(env.STRIPE_API_BASE).origin,
      secretKey: env.STRIPE_SECRET_KEY ?? '',
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [],
    },
    paymentFirstCheckSeconds: sandbox?.services.includes('stripe') ? 5 : 120,
    mail: env.SMTP_URL === 'off' ? undefined : { smtpUrl: env.SMTP_URL ?? '', from: env.MAIL_FROM ?? '' },
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
    sealWitnessFile: env.SEAL_WITNESS_FILE,
    webhookOrigins: env.WEBHOOK_ALLOWED_ORIGINS ?? [],
    challengeTimeScale:
      env.CHALLENGE_TIME_SCALE ??
      (sandbox?.services.includes('gameStats') && gamesWithKeys(env).length === 0 ? 60 : 1),
    xp: { finished: 20, success: 100, perTenCents: 1 },
    coinAdjustmentWarningGC: 10_000,
    arePlayRulesDemanded: env.PLAY_RULES === undefined ? production : env.PLAY_RULES === 'required',
    secondFactor: {
      isDemanded: env.SECOND_FACTOR === undefined ? production : env.SECOND_FACTOR === 'on',
      freshMs: 10 * 60_000,
    },
    approvals: {
      isDemanded: env.APPROVALS === undefined ? production : env.APPROVALS === 'on',
      limits: {
        adjustment: env.APPROVAL_ADJUSTMENT_GC,
        payout: env.APPROVAL_PAYOUT_GC,
        package: env.APPROVAL_PACKAGE_GC,
        packagePerDollar: env.APPROVAL_PACKAGE_GC_PER_DOLLAR,
        challengeReward: env.APPROVAL_CHALLENGE_REWARD_GC,
        priceCut: env.APPROVAL_PRICE_CUT_PERCENT,
        belowCost: 0,
        ruling: 0,
        limit: 0,
      },
      minOfficeMs: 7 * 24 * 3_600_000,
      expiryMs: 72 * 3_600_000,
      delayMs: 24 * 3_600_000,
    },
    coinLimits: {
      isOn: env.COIN_LIMITS === undefined ? production : env.COIN_LIMITS === 'on',
      ways: {
        adjustments: env.COIN_LIMIT_ADJUSTMENTS_GC,
        giveaways: env.COIN_LIMIT_GIVEAWAYS_GC,
        events: env.COIN_LIMIT_EVENTS_GC,
        rewards: env.COIN_LIMIT_REWARDS_GC,
        challenges: env.COIN_LIMIT_CHALLENGES_GC,
      },
      administrator: env.COIN_LIMIT_ADMINISTRATOR_GC,
    },
    redeeming: {
      cardHoldMs: env.CARD_COINS_HOLD_HOURS * 3_600_000,
      isBonusFrozen: env.BONUS_COINS_REDEEMABLE === 'off',
    },
    retentionMonths: env.RETENTION_MONTHS,
    deletionGraceMs: env.DELETION_GRACE_DAYS * 86_400_000,
    adminIdleMs: 30 * 60_000,
    dataExports: { perDay: 3, keptForMs: 7 * 86_400_000 },
    disputes: {
      withinDays: 14,
      promiseMs: 72 * 3_600_000,
    },
  };
}
