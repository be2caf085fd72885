import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { installationId } from '../../platform/db/installation.ts';
import type { Logger } from '../../platform/log.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';
import { type CardPayments, createCardPayments } from '../../providers/stripe/card-payments.ts';

export interface CoinsDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  cards: CardPayments;
  /** Secrets that the card provider may have signed its webhooks with. */
  webhookSecrets: readonly string[];
  /** Card fingerprints are kept as hashes under this key. */
  fingerprintKey: Buffer;
  /** What our payments are told from others' by, where several installations share an account. */
  installationId(): Promise<string>;
  xpPerTenCents: number;
  /** How old a payment is when the card provider is first asked about it. */
  firstCheckMs: number;
}

export interface CoinsOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  appSecret: string;
  stripe: { apiBase: string; secretKey: string; webhookSecrets: readonly string[] };
  xpPerTenCents: number;
  firstCheckSeconds: number;
}

/** What routes and tasks of this feature need, made from configuration. */
export function coinsDeps({ appSecret, stripe, firstCheckSeconds, ...rest }: CoinsOptions): CoinsDeps {
  return {
    ...rest,
    cards: createCardPayments({ ...stripe, log: rest.log }),
    webhookSecrets: stripe.webhookSecrets,
    installationId: installationId(rest.db),
    fingerprintKey: deriveLastingKey(appSecret, 'card-fingerprints'),
    firstCheckMs: firstCheckSeconds * 1000,
  };
}
