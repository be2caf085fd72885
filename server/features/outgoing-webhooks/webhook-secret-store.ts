// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deriveLastingKey } from '../../platform/secrets.ts';
import { createVault } from '../../platform/vault/vault.ts';

interface KeptSecret {
  number: number;
  sealedBy: string;
  nonce: Buffer;
  ciphertext: Buffer;
}

export interface WebhookSecrets {
  /** Creates a new secret; the previous one ends at `previousEndsAt`. */
  replace(tx: Tx, endpointId: string, previousEndsAt: Date): Promise<{ number: number; secret: string }>;
  /** The secrets that currently sign, newest first, without those that cannot be decrypted. */
  list(db: Queryable, endpointId: string, now: Date): Promise<string[]>;
  /** The secret with this number while it is in use; null afterwards. */
  find(db: Queryable, endpointId: string, number: number): Promise<string | null>;
}

/**
 * Signing secrets. The database stores them, encrypted with a key derived from APP_SECRET and bound to their endpoint:
 * the database or APP_SECRET alone cannot sign anything, and a row copied to another endpoint cannot be decrypted.
 */
export function webhookSecrets(appSecret: string): WebhookSecrets {
  const key = deriveLastingKey(appSecret, 'webhook-secrets');
  const vault = createVault({ keys: [{ id: 'app', key }], fingerprintKey: key });
  const open = (endpointId: string, { number, sealedBy, nonce, ciphertext }: KeptSecret) =>
    vault.open({ keyId: sealedBy, nonce, ciphertext }, `${endpointId}:${number}`);
  return {
    async replace(tx, endpointId, previousEndsAt) {
      // An older secret that was still signing ends now: a rotation needs only two.
      await tx.run(
        sql`delete from webhook_secrets where endpoint_id = ${endpointId} and ends_at is not null`,
      );
      const before = await tx.row<{ number: number }>(sql`
        update webhook_secrets set ends_at = ${previousEndsAt} where endpoint_id = ${endpointId} returning number`);
      const number = (before?.number ?? 0) + 1;
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const { keyId, nonce, ciphertext } = vault.seal(secret, `${endpointId}:${number}`);
      await tx.run(sql`
        insert into webhook_secrets (endpoint_id, number, sealed_by, nonce, ciphertext)
        values (${endpointId}, ${number}, ${keyId}, ${nonce}, ${ciphertext})`);
      await tx.run(sql`update webhook_endpoints set revision = make_uuidv7() where id = ${endpointId}`);
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
          // For example after APP_SECRET was lost: one endpoint must not block the others.
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
