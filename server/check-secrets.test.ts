// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ShopTest, startShopTest } from '../tests/support/shop.ts';
import { checkSecrets, type SecretsOf } from './check-secrets.ts';
import { insertCodes } from './features/shop/codes/gift-card-code-store.ts';
import { openVault } from './features/shop/codes/open-vault.ts';
import { sealCode } from './features/shop/codes/seal-code.ts';

let shop: ShopTest;
beforeEach(async () => {
  shop = await startShopTest();
});
afterEach(() => shop.close());

const newSecret = () => randomBytes(48).toString('base64');
const newKey = (id: string) => ({ id, key: randomBytes(32) });

function secrets(
  change: { appSecret?: string; fingerprintSecret?: string; keys?: ReturnType<typeof newKey>[] } = {},
): SecretsOf {
  const { appSecret = newSecret(), fingerprintSecret = newSecret(), keys = [newKey('a')] } = change;
  return { configured: appSecret, appSecret, dataDir: '/data', codes: { keys, fingerprintSecret } };
}

const getKeys = ({ codes }: SecretsOf) => codes.keys as ReturnType<typeof newKey>[];
const withKeys = (before: SecretsOf, keys: ReturnType<typeof newKey>[]): SecretsOf => ({
  ...before,
  codes: { ...before.codes, keys },
});

async function findFaults(given: SecretsOf): Promise<string[]> {
  try {
    await checkSecrets(shop.test.db, given);
    return [];
  } catch (error) {
    const [heading, ...lines] = (error as Error).message.split('\n');
    expect(heading).toBe('the secrets do not match this database:');
    return lines;
  }
}

async function addCode(given: SecretsOf, text: string): Promise<void> {
  const giftCardId = await shop.card({ codes: 0 });
  const codes = [sealCode(openVault(given.codes, given.appSecret), text)];
  await shop.test.db.transaction((tx) => insertCodes(tx, { giftCardId, purchaseId: null, codes }));
}

describe('the secrets check at startup', () => {
  it('accepts any secrets at the first start, and only the same secrets later', async () => {
    const first = secrets();
    expect(await findFaults(first)).toEqual([]);
    expect(await findFaults(first)).toEqual([]);
  });

  it('keeps a configured VAPID key until it is explicitly forgotten', async () => {
    const first = { ...secrets(), vapidPrivateKey: randomBytes(32).toString('base64url') };
    expect(await findFaults(first)).toEqual([]);
    const other = { ...first, vapidPrivateKey: randomBytes(32).toString('base64url') };
    expect(await findFaults(other)).toEqual([
      expect.stringMatching(/VAPID_PRIVATE_KEY differs .* keys forget VAPID_PRIVATE_KEY/),
    ]);
    expect(await findFaults({ ...first, vapidPrivateKey: undefined })).toEqual([]);
  });

  it('lists each changed secret and what to do', async () => {
    const first = secrets();
    await findFaults(first);
    const other = secrets({ keys: [{ id: 'a', key: randomBytes(32) }] });
    const faults = await findFaults(other);
    expect(faults.map((fault) => fault.trim().split(' ')[1])).toEqual([
      'APP_SECRET',
      'CODE_FINGERPRINT_SECRET',
      'CODE_KEYS',
    ]);
    for (const fault of faults) expect(fault).toContain('restore that one');
    // The server must not store a secret that it refused.
    expect(await findFaults(first)).toEqual([]);
  });

  it('stores nothing from which a secret could be derived', async () => {
    const first = secrets({ appSecret: 'x'.repeat(32) });
    await findFaults(first);
    const rows = await shop.test.db.rows<{ name: string; checkValue: Buffer }>(
      sql`select * from secret_checks`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      'APP_SECRET',
      'CODE_FINGERPRINT_SECRET',
      'CODE_KEYS:a',
    ]);
    expect(new Set(rows.map(({ checkValue }) => checkValue.toString('hex'))).size).toBe(3);
  });

  it('accepts a new application secret in front of the old one, never instead of it', {
    tags: ['long'],
  }, async () => {
    const first = secrets();
    await findFaults(first);
    const next = newSecret();
    const rotated = { ...first, appSecret: `${next},${first.appSecret}` };
    expect(await findFaults(rotated)).toEqual([]);
    expect(await findFaults({ ...first, appSecret: next })).toHaveLength(1);
    expect(await findFaults({ ...first, appSecret: `${first.appSecret},${next}` })).toHaveLength(1);
  });

  it('stores one set of secrets when two processes start concurrently', async () => {
    const [one, other] = [secrets(), secrets()];
    const outcomes = await Promise.all([findFaults(one), findFaults(other)]);
    expect(outcomes.map((faults) => faults.length).sort()).toEqual([0, 3]);
  });

  it('tells a sandbox once where its secret is stored', { tags: ['long'] }, async () => {
    const sandboxed = (): SecretsOf => ({
      configured: undefined,
      appSecret: newSecret(),
      dataDir: '/data',
      codes: { keys: undefined, fingerprintSecret: undefined },
    });
    await findFaults(sandboxed());
    const faults = await findFaults(sandboxed());
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('the secret in /data/app-secret differs');
  });
});

describe('the keys of gift card codes', () => {
  it('are added in two steps: last at first, then in front at a later start', {
    tags: ['long'],
  }, async () => {
    const first = secrets();
    await findFaults(first);
    const [a, b] = [getKeys(first)[0] as ReturnType<typeof newKey>, newKey('b')];
    const atOnce = await findFaults(withKeys(first, [b, a]));
    expect(atOnce).toHaveLength(1);
    expect(atOnce[0]).toContain(
      'CODE_KEYS has the new key b in front: move it to the end and restart every process',
    );
    expect(await findFaults(withKeys(first, [a, b]))).toEqual([]);
    expect(await findFaults(withKeys(first, [b, a]))).toEqual([]);
    expect(await findFaults(withKeys(first, [b]))).toEqual([]);
  });

  it('must be present while codes are encrypted with them', { tags: ['long'] }, async () => {
    const first = secrets();
    await findFaults(first);
    const [a, b] = [getKeys(first)[0] as ReturnType<typeof newKey>, newKey('b')];
    await findFaults(withKeys(first, [a, b]));
    await addCode(first, 'CODE-1234-5678');
    expect(await findFaults(withKeys(first, [a, b]))).toEqual([]);
    const faults = await findFaults(withKeys(first, [b]));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('CODE_KEYS lacks the key a, which encrypts gift-card codes');
  });

  it('are tested on existing codes when the database has no record of keys', { tags: ['long'] }, async () => {
    const before = secrets();
    await addCode(before, 'CODE-1234-5678');
    const wrongKey = withKeys(before, [{ id: 'a', key: randomBytes(32) }]);
    expect((await findFaults(wrongKey)).join()).toContain('CODE_KEYS has a key a that differs');
    const wrongPrints = { ...before, codes: { ...before.codes, fingerprintSecret: newSecret() } };
    expect((await findFaults(wrongPrints)).join()).toContain('CODE_FINGERPRINT_SECRET differs');
    const newInFront = withKeys(before, [newKey('b'), ...getKeys(before)]);
    expect((await findFaults(newInFront)).join()).toContain('CODE_KEYS has the new key b in front');
    expect(await findFaults(before)).toEqual([]);
  });
});
