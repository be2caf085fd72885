// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { createStorage } from '../../server/platform/storage/storage.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { checkPictures } from './check-pictures.ts';

const db = openTestDatabase();
const here = makeScratchFolder('pictures');
const there = makeScratchFolder('pictures');
afterAll(() => {
  for (const folder of [here, there]) rmSync(folder, { recursive: true, force: true });
});

it('finds cards whose pictures another machine has, unless all share a bucket', async () => {
  const storage = createStorage(join(here, 'media'));
  await storage.keep([{ name: 'gift-cards/one-640.webp', content: Buffer.from('a picture') }]);
  await db.run(sql`
    insert into gift_cards (title, description, type, kind, region, how_to_redeem, image, gc_coin, is_active,
      is_fulfilled_by_hand, low_stock_at, created_at, updated_at)
    values ('Card', 'A card', 'x', 'wallet', '', '', 'gift-cards/one', 100, true, false, 5, now(), now())`);
  const shared = { kind: 'folder', path: here } as const;
  const missing = [
    {
      about: 'pictures',
      state: 'wrong',
      says: `1 gift card on sale without a picture in ${join(there, 'media')}`,
      advice: 'let all machines share that folder, or set OBJECTS_URL to a bucket',
    },
  ];
  expect(await checkPictures(db, { dataDir: here, objectsPlace: undefined })).toEqual([]);
  expect(await checkPictures(db, { dataDir: there, objectsPlace: undefined })).toEqual(missing);
  expect(await checkPictures(db, { dataDir: there, objectsPlace: shared })).toEqual([]);
  const bucket = { kind: 's3' } as Parameters<typeof checkPictures>[1]['objectsPlace'];
  expect(await checkPictures(db, { dataDir: there, objectsPlace: bucket })).toEqual([]);
});
