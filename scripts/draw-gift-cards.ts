/**
 * Draws the demo's gift cards into db/seed/gift-cards, sized and encoded as an upload would be. Run it by hand after a
 * change of the face or of the demo's cards, and commit what it writes: drawing takes seconds that a first start has not.
 */
import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { demoCards, faceName, facesFolder } from '../server/features/shop/demo-cards.ts';
import { encodePicture } from '../server/platform/storage/encode-picture.ts';
import { createStorage } from '../server/platform/storage/storage.ts';
import { giftCardFace } from './gift-card-face.ts';

rmSync(facesFolder, { recursive: true, force: true });
const storage = createStorage(facesFolder);
for (const card of demoCards) {
  const face = await sharp(Buffer.from(giftCardFace(card)))
    .png()
    .toBuffer();
  for (const { suffix, content } of await encodePicture(face))
    await storage.keep(faceName(card) + suffix, content);
}
console.log(`Drew ${demoCards.length} gift cards into ${facesFolder}`);
