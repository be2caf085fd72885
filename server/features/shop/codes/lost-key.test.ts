// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, startShopTest } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';
import { checkSecrets } from '../../../check-secrets.ts';
import { insertCodes } from './gift-card-code-store.ts';
import { openVault } from './open-vault.ts';
import { sealCode } from './seal-code.ts';

const shop = openForTests(startShopTest);

const secret = 's'.repeat(32);
const keyText = (key: Buffer) => key.toString('base64');

function command(args: readonly string[], CODE_KEYS: string) {
  return promisify(execFile)(process.execPath, ['cli/main.ts', 'keys', ...args], {
    env: {
      PATH: process.env.PATH,
      SANDBOX: '1',
      DATABASE_URL: shop.test.databaseUrl,
      APP_SECRET: secret,
      CODE_FINGERPRINT_SECRET: secret,
      CODE_KEYS,
    },
  });
}

it('continues without a lost key: its stock is withdrawn and can be imported again', async () => {
  const { db } = shop.test;
  const [lost, kept] = [
    { id: 'lost', key: randomBytes(32) },
    { id: 'kept', key: randomBytes(32) },
  ];
  const secretsWith = (keys: (typeof lost)[]) => ({
    configured: secret,
    appSecret: secret,
    dataDir: '/data',
    codes: { keys, fingerprintSecret: secret },
  });
  await checkSecrets(db, secretsWith([lost, kept]));
  const card = await shop.card({ codes: 0 });
  const fill = (keys: (typeof lost)[], texts: string[]) => {
    const vault = openVault(secretsWith(keys).codes, secret);
    const codes = texts.map((text) => sealCode(vault, text));
    return db.transaction((tx) => insertCodes(tx, { giftCardId: card, purchaseId: null, codes }));
  };
  expect((await fill([lost], ['LOST-0001', 'LOST-0002', 'LOST-0003'])).size).toBe(3);
  const buyer = await shop.shopper();
  const purchaseId = (await shop.checkout(buyer, [line(card)])).data.purchases[0]?._id ?? '';

  await expect(checkSecrets(db, secretsWith([kept]))).rejects.toThrow(
    'CODE_KEYS lacks the key lost, which encrypts gift-card codes: add it at the end again. If it is lost, run "finalring keys give-up lost"',
  );
  const ring = `kept:${keyText(kept.key)}`;
  await expect(command(['give-up', 'kept', '--yes'], ring)).rejects.toThrow(
    'the key kept is still configured',
  );
  await expect(command(['give-up', 'nosuch', '--yes'], ring)).rejects.toThrow('there is no key nosuch');
  const { stdout } = await command(['give-up', 'lost', '--yes'], ring);
  expect(stdout).toContain('Off sale: 2 codes');
  expect(stdout).toContain('Sold and no longer readable: 1 code');
  await checkSecrets(db, secretsWith([kept]));
  expect((await command(['list'], ring)).stdout).toMatch(/^same {7}CODE_KEYS:kept$/m);

  expect(await shop.checkout(buyer, [line(card)])).toMatchObject({ status: 409, code: 'cart_changed' });
  expect(await shop.reveal(buyer, purchaseId)).toMatchObject({ status: 409, code: 'code_unreadable' });
  // Sold codes stay known; withdrawn codes can be imported again.
  expect((await fill([kept], ['LOST-0001', 'LOST-0002', 'LOST-0003'])).size).toBe(2);
  expect((await shop.checkout(buyer, [line(card, 2)])).status).toBe(200);
  const { proofs } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
