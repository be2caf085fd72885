// SPDX-License-Identifier: Apache-2.0

import { ConfigError, readConfig } from '../../server/config.ts';

/** The environment of an installation that uses only real services. */
export const real = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://play.example.com',
  DATABASE_URL: 'postgresql://localhost/finalring',
  APP_SECRET: 'x'.repeat(32),
  CODE_KEYS: `new:${Buffer.alloc(32, 1).toString('base64')},old:${Buffer.alloc(32, 2).toString('base64')}`,
  CODE_FINGERPRINT_SECRET: 'f'.repeat(32),
  GOOGLE_CLIENT_ID: 'g',
  GOOGLE_CLIENT_SECRET: 'gs',
  DISCORD_CLIENT_ID: 'd',
  DISCORD_CLIENT_SECRET: 'ds',
  DISCORD_PUBLIC_KEY: 'a'.repeat(64),
  GAME_STATS_API_KEY: 'k',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  MAIL_FROM: 'receipts@example.com',
  SUPPORT_EMAIL: 'support@finalring.dev',
};

/** The faults of an environment; empty if it is valid. */
export function findFaults(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
