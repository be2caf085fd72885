// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import '../contract/words.ts';
import {
  count,
  databaseAddress,
  flag,
  isPrivateKey,
  keyRing,
  list,
  moreGames,
  origin,
  place,
  port,
  proxies,
  secretRing,
  secrets,
  serverAddress,
  statsAddresses,
  statsKeys,
  webAddress,
  webAddresses,
  wholePath,
  wholePlace,
} from './variable-forms.ts';

/** Every environment variable and its form: `.env.example` explains each, docs/operate.md says when to change it. */

export const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.default(0),
  DATA_DIR: z.string().min(1).default('./.data'),
  OBJECTS_URL: place.optional(),
  JOURNAL_URL: wholePlace.optional(),
  BACKUP_URL: place.optional(),
  BACKUP_KEYS_DIR: wholePath.optional(),
  BACKUP_RETENTION_DAYS: count.min(1).max(3650).default(30),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: count.min(4).default(20),
  APP_SECRET: secretRing.optional(),
  CODE_KEYS: keyRing.optional(),
  CODE_FINGERPRINT_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  DOCS: z.enum(['on', 'off']).default('off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_LOGS_EXPORTER: z.enum(['otlp', 'none']).default('none'),
  RATE_LIMIT_PER_MINUTE: count.min(20).default(1200),
  DRAIN_SECONDS: count.max(60).default(0),

  BRAND_NAME: z.string().min(1).default('FinalRing'),
  SUPPORT_EMAIL: z.email().default('support@finalring.test'),
  SUPPORT_PHONE: z.string().min(3).default('+1 555 0100'),
  SOCIAL_LINKS: webAddresses.optional(),
  SUPER_ADMIN_EMAILS: list.optional(),

  SMTP_URL: z
    .union([z.literal('off'), serverAddress(['smtps', 'smtp'], 'smtps://user:password@host:465')])
    .optional(),
  MAIL_FROM: z.email().optional(),

  VAPID_PRIVATE_KEY: z
    .string()
    .refine(isPrivateKey, 'must be a private key that npx web-push generate-vapid-keys prints')
    .optional(),

  SANDBOX: flag.optional(),
  SANDBOX_PORT: port.default(3001),
  SANDBOX_GAMES: moreGames.optional(),

  GOOGLE_ISSUER: webAddress.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  DISCORD_BASE_URL: webAddress.default('https://discord.com'),
  DISCORD_CLIENT_ID: z.string().min(1).optional(),
  DISCORD_CLIENT_SECRET: z.string().min(1).optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
  DISCORD_BOT_TOKEN: z.string().min(1).optional(),
  DISCORD_CONNECTIONS: z.enum(['on', 'off']).default('off'),
  ...statsAddresses,
  ...statsKeys,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret or restricted key (sk_... or rk_...)')
    .optional(),
  // Sent to every browser: a secret key set here by mistake must not get that far.
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must be a publishable key (pk_...)').optional(),
  STRIPE_WEBHOOK_SECRET: secrets.optional(),
  STRIPE_API_BASE: origin.default('https://api.stripe.com'),

  SEAL_WITNESS_FILE: z.string().min(1).optional(),

  WEBHOOK_ALLOWED_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(origin).max(20))
    .transform((origins) => origins.map((each) => new URL(each).origin))
    .optional(),

  CHALLENGE_TIME_SCALE: z.coerce.number().min(1).max(100_000).optional(),

  PLAY_RULES: z.enum(['required', 'open']).optional(),

  SECOND_FACTOR: z.enum(['on', 'off']).optional(),

  APPROVALS: z.enum(['on', 'off']).optional(),
  APPROVAL_ADJUSTMENT_GC: count.default(50_000),
  APPROVAL_PAYOUT_GC: count.default(100_000),
  APPROVAL_PACKAGE_GC: count.default(250_000),
  APPROVAL_PACKAGE_GC_PER_DOLLAR: count.default(250),
  APPROVAL_CHALLENGE_REWARD_GC: count.default(10_000),
  APPROVAL_PRICE_CUT_PERCENT: count.max(100).default(50),

  COIN_LIMITS: z.enum(['on', 'off']).optional(),
  COIN_LIMIT_ADMINISTRATOR_GC: count.default(200_000),
  COIN_LIMIT_ADJUSTMENTS_GC: count.default(400_000),
  COIN_LIMIT_GIVEAWAYS_GC: count.default(500_000),
  COIN_LIMIT_EVENTS_GC: count.default(1_000_000),
  COIN_LIMIT_REWARDS_GC: count.default(2_000_000),
  COIN_LIMIT_CHALLENGES_GC: count.default(20_000_000),
  CARD_COINS_HOLD_HOURS: count.max(8_760).default(0),
  BONUS_COINS_REDEEMABLE: z.enum(['on', 'off']).default('on'),

  RETENTION_MONTHS: count.min(3).max(1_200).optional(),
  DELETION_GRACE_DAYS: count.max(90).default(14),
});
export type Variables = z.infer<typeof variables>;
