// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect } from 'vitest';
import { openForTests } from '../support/open-for-tests.ts';
import { type Shopper, startShopTest } from '../support/shop.ts';
import { toForm } from '../support/upload.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const shop = openForTests(() => startShopTest({ log: journal.log }));
let admin: Shopper;
let picture: Buffer;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
  picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});

async function upload(content: Buffer, { name = 'card.png', by = admin } = {}) {
  const fields = { title: 'Card', description: 'Card', gcCoin: '100', type: 'psn' };
  const form = await toForm({ ...fields, image: { name, content } });
  return shop.test.call({
    method: 'POST',
    url: '/gift-card/create',
    token: by.token,
    key: randomUUID(),
    ...form,
  });
}

/** Every stored file, in all subfolders. */
function storedFiles(folder = join(shop.test.dataDir, 'media')): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? storedFiles(path) : [path];
  });
}

attack('1.3.4', 'upload a drawing that runs a script (SVG)', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script></svg>';
  const answer = await upload(Buffer.from(svg));
  return journal.refused(answer, answer.json().code === 'picture_type' ? 'picture_type' : 'no_picture');
});

attack('5.2.2', 'upload a page disguised as a picture', async () => {
  const answer = await upload(Buffer.from('<!doctype html><script>alert(1)</script>'));
  return journal.refused(answer, 'no_picture');
});

attack('5.2.2', 'serve a page hidden in a picture (polyglot)', async () => {
  const polyglot = Buffer.concat([
    picture,
    Buffer.from('<script>stolen()</script><?php system($_GET[0]); ?>'),
  ]);
  const answer = await upload(polyglot);
  for (const path of storedFiles()) expect(readFileSync(path).includes('stolen()')).toBe(false);
  return answer.statusCode === 200 ? 'only pixels are kept' : journal.refused(answer, 'picture_unreadable');
});

attack('5.2.6', 'use up memory with a small file of huge dimensions (bomb)', async () => {
  const raw = { width: 12_000, height: 12_000, channels: 1 } as const;
  const bomb = await sharp(Buffer.alloc(raw.width * raw.height), { raw, limitInputPixels: false })
    .png({ compressionLevel: 6 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  return journal.refused(await upload(bomb), 'picture_unreadable');
});

attack('5.2.1', 'upload a file that is too large', async () => {
  return journal.refused(await upload(Buffer.alloc(8_000_001, 1)), 'too_large');
});

attack('5.3.2', 'write outside the folder through a file name', async () => {
  const before = storedFiles().length;
  const other = await sharp(picture).negate().png().toBuffer();
  const answer = await upload(other, { name: '../../../../tmp/finalring-owned.png' });
  expect(answer.statusCode).toBe(200);
  const files = storedFiles();
  expect(files.length).toBeGreaterThan(before);
  for (const path of files) expect(path).not.toContain('owned');
  return 'names are of the server’s own making';
});

attack('5.3.2', 'read server files through a picture address', async () => {
  const http = shop.test.app.http;
  for (const path of [
    '/media/../../etc/passwd',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/.env',
    '/media//etc/passwd',
  ]) {
    const { statusCode, body } = await http.inject(path);
    expect([path, statusCode >= 400 || !body.includes('root:')]).toEqual([path, true]);
  }
  return '404, or the page of an unknown address';
});

attack('14.2.8', 'read metadata from a stored picture', async () => {
  const told = await sharp(picture)
    .withExif({ IFD0: { Copyright: 'Secret Place 7' } })
    .jpeg()
    .toBuffer();
  expect(told.includes('Secret Place 7')).toBe(true);
  expect((await upload(told)).statusCode).toBe(200);
  for (const path of storedFiles()) expect(readFileSync(path).includes('Secret Place 7')).toBe(false);
  return 'only pixels are kept';
});

attack('8.2.1', 'create a gift card as a player', async () => {
  return journal.refused(await upload(picture, { by: await shop.shopper() }), 'forbidden');
});

attack('5.2.2', 'import a picture as a code file', async () => {
  const card = await shop.card({ codes: 0 });
  const form = await toForm({ file: { name: 'codes.csv', content: picture } });
  const url = `/gift-card/${card}/codes`;
  const answer = await shop.test.call({
    method: 'POST',
    url,
    token: admin.token,
    key: randomUUID(),
    ...form,
  });
  expect(await shop.stock(card)).toBe(0);
  return journal.refused(answer, answer.json().code);
});
