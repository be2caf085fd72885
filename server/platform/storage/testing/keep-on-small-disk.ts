// SPDX-License-Identifier: Apache-2.0

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStorage } from '../storage.ts';

/** Stores a picture's files where only three of the four fit, then again with enough room; prints the outcomes. */
const [disk = ''] = process.argv.slice(2);
const storage = createStorage(join(disk, 'media'));
const files = ['a', 'b', 'c', 'd'].map((name) => ({
  name: `gift-cards/${name}.webp`,
  content: Buffer.alloc(4_000, name),
}));
const ballast = join(disk, 'ballast');
writeFileSync(ballast, Buffer.alloc(14_000));

const full = await storage.keep(files);
const leftBehind = readdirSync(join(disk, 'media/gift-cards'));
rmSync(ballast);
const refusal = await storage.keep(files);
const kept = readdirSync(join(disk, 'media/gift-cards'));
console.log(
  JSON.stringify({ full, leftBehind, afterwards: refusal ?? `gift-cards/${kept[0]}`, files: kept.length }),
);
