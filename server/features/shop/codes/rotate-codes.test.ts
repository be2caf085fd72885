// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, startShopTest } from '../../../../tests/support/shop.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import { createVault } from '../../../platform/vault/vault.ts';
import { insertCodes } from './gift-card-code-store.ts';
import { vaultKeys } from './open-vault.ts';
import { revealCode } from './reveal-code.ts';
import { rotateCodes } from './rotate-codes.ts';
import { sealCode } from './seal-code.ts';

const shop = openForTests(startShopTest);

const oldKey = { id: 'old', key: randomBytes(32) };
const newKey = { id: 'new', key: randomBytes(32) };
const fingerprintSecret = randomBytes(32).toString('base64');
const { fingerprintKey } = vaultKeys({ keys: [oldKey], fingerprintSecret }, '');
const before = createVault({ keys: [oldKey], fingerprintKey });
const during = createVault({ keys: [newKey, oldKey], fingerprintKey });
const after = createVault({ keys: [newKey], fingerprintKey });

it('re-encrypts every code with the new key while the shop sells', { tags: ['long'] }, async () => {
  const { db, clock } = shop.test;
  const card = await shop.card({ codes: 0 });
  const texts = Array.from({ length: 130 }, (_, index) => `ROTATE-${1000 + index}`);
  const codes = texts.map((text) => sealCode(before, text));
  await db.transaction((tx) => insertCodes(tx, { giftCardId: card, purchaseId: null, codes }));
  const player = await shop.shopper({ gamerCoins: 100_000 });
  const buy = () => shop.checkout(player, [line(card)]);
  const sold = await Promise.all(Array.from({ length: 30 }, buy));

  const [rotated] = await Promise.all([
    rotateCodes({ db, vault: during }),
    ...Array.from({ length: 20 }, buy),
  ]);
  expect(rotated).toEqual({ resealed: 130, byKey: [{ keyId: 'new', codes: 130 }] });
  expect(await rotateCodes({ db, vault: during })).toMatchObject({ resealed: 0 });

  const look = (purchaseId: string) =>
    revealCode(
      { purchaseId, playerId: player.id, address: '' },
      { db, clock, vault: after, journal: noJournal },
    );
  const shown = await Promise.all(sold.map(({ data }) => look(data.purchases[0]?._id ?? '')));
  const seen = shown.map((outcome) => ('hashCode' in outcome ? outcome.hashCode : ''));
  expect(new Set(seen).size).toBe(30);
  expect(texts).toEqual(expect.arrayContaining(seen));
  const known = await db.row<{ codes: number }>(sql`
    select count(*) as codes from gift_card_codes where fingerprint = any (${codes.map((code) => code.fingerprint)})`);
  expect(known?.codes).toBe(130);
});

it('leaves no code in a last short batch, and reports its progress', async () => {
  const { db } = shop.test;
  await rotateCodes({ db, vault: during });
  const card = await shop.card({ codes: 0 });
  const codes = Array.from({ length: 21 }, (_, index) => sealCode(before, `FEW-${1000 + index}`));
  await db.transaction((tx) => insertCodes(tx, { giftCardId: card, purchaseId: null, codes }));
  const told: number[] = [];
  const rotated = await rotateCodes({ db, vault: during, onSealed: (resealed) => told.push(resealed) });
  expect([rotated.resealed, told]).toEqual([21, [20, 21]]);
});

it('prints the number of codes per key from the command line', { tags: ['long'] }, async () => {
  const key = (bytes: Buffer) => bytes.toString('base64');
  const [newer, current] = [`newer:${key(randomBytes(32))}`, `new:${key(newKey.key)}`];
  const rotate = (CODE_KEYS: string, CODE_FINGERPRINT_SECRET = fingerprintSecret) =>
    promisify(execFile)(process.execPath, ['cli/main.ts', 'keys', 'rotate', 'codes'], {
      env: {
        PATH: process.env.PATH,
        SANDBOX: '1',
        DATABASE_URL: shop.test.databaseUrl,
        CODE_KEYS,
        CODE_FINGERPRINT_SECRET,
        APP_SECRET: 'x'.repeat(32),
      },
    });
  await expect(rotate(`${newer},${current}`)).rejects.toThrow('the new key newer in front');
  await expect(rotate(`${current},${newer}`, 'y'.repeat(32))).rejects.toThrow(
    'CODE_FINGERPRINT_SECRET differs',
  );
  expect((await rotate(`${current},${newer}`)).stdout).toBe(
    'Encrypted 0 codes with key new\n  new  151 codes\n',
  );
  const { stdout } = await rotate(`${newer},${current}`);
  expect(stdout).toBe('Encrypted 151 codes with key newer\n  newer  151 codes\n');
});

it('explains faults in the configuration without a stack trace', { tags: ['long'] }, async () => {
  const env = {
    PATH: process.env.PATH,
    SANDBOX: '1',
    STRIPE_API_BASE: 'api.stripe.com',
    DATABASE_URL: 'localhost',
  };
  const run = promisify(execFile)(process.execPath, ['cli/main.ts', 'keys', 'rotate', 'codes'], {
    env,
  });
  const { stderr } = await run.then(
    () => expect.unreachable(),
    (error: { stderr: string }) => error,
  );
  expect(stderr.trim().split('\n')).toHaveLength(3);
  expect(stderr).not.toContain('    at ');
});
