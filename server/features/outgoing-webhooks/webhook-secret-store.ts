// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';
import { createVault } from '../../platform/vault/vault.ts';
import { newSecret } from './sign.ts';

interface KeptSecret {
  number: number;
  sealedBy: string;
  nonce: Buffer;
  ciphertext: Buffer;
}

export interface WebhookSecrets {
  /** Puts a new secret in place; the one before ends at `previousEndsAt`. */
  replace(tx: Tx, endpointId: string, previousEndsAt: Date): Promise<{ number: number; secret: string }>;
  /** What signs now, the newest first; without those that cannot be opened. */
  list(db: Queryable, endpointId: string, now: Date): Promise<string[]>;
  /** The secret of that number while it is in use; null afterwards. */
  find(db: Queryable, endpointId: string, number: number): Promise<string | null>;
}

/**
 * Signing secrets, in the database sealed by a key that is made of APP_SECRET and bound to their endpoint: who has only one
 * of the two can sign nothing, and a row that was copied to another endpoint opens nothing.
 */
export function webhookSecrets(appSecret: string): WebhookSecrets {
  const key = deriveLastingKey(appSecret, 'webhook-secrets');
  const vault = createVault({ keys: [{ id: 'app', key }], fingerprintKey: key });
  const open = (endpointId: string, { number, sealedBy, nonce, ciphertext }: KeptSecret) =>
    vault.open({ keyId: sealedBy, nonce, ciphertext }, `${endpointId}:${number}`);
  return {
    async replace(tx, endpointId, previousEndsAt) {
      // An older one that still signed ends now: two are enough to change over.
      await tx.run(
        sql`delete from webhook_secrets where endpoint_id = ${endpointId} and ends_at is not null`,
      );
      const before = await tx.row<{ number: number }>(sql`
        update webhook_secrets set ends_at = ${previousEndsAt} where endpoint_id = ${endpointId} returning number`);
      const number = (before?.number ?? 0) + 1;
      const secret = newSecret();
      const { keyId, nonce, ciphertext } = vault.seal(secret, `${endpointId}:${number}`);
      await tx.run(sql`
        insert into webhook_secrets (endpoint_id, number, sealed_by, nonce, ciphertext)
        values (${endpointId}, ${number}, ${keyId}, ${nonce}, ${ciphertext})`);
      return { number, secret };
    },
    async list(db, endpointId, now) {
      const rows = await db.rows<KeptSecret>(sql`
        select number, sealed_by, nonce, ciphertext from webhook_secrets
        where endpoint_id = ${endpointId} and (ends_at is null or ends_at > ${now}) order by number desc`);
      return rows.flatMap((row) => {
        try {
          return open(endpointId, row);
        } catch {
          // Such as after APP_SECRET was lost: one endpoint must not keep the others from being told.
          return [];
        }
      });
    },
    async find(db, endpointId, number) {
      const row = await db.row<KeptSecret>(sql`
        select number, sealed_by, nonce, ciphertext from webhook_secrets
        where endpoint_id = ${endpointId} and number = ${number} and ends_at is null`);
      return row ? open(endpointId, row) : null;
    },
  };
}
