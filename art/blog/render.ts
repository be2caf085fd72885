// SPDX-License-Identifier: Apache-2.0

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { renderLandscape } from '../landscape.ts';
import { savePicture } from '../pictures.ts';
import { blogScenes } from './scenes.ts';

const size = { width: 1280, height: 720 };
const largestBytes = 58_000;

/** The articles' pictures in two widths: <slug>-640 and <slug>-1280. */
export async function renderBlogPictures(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [slug, view] of Object.entries(blogScenes)) {
    const picture = await renderLandscape(view, size);
    for (const width of [640, 1280]) {
      const path = join(folder, `${slug}-${width}`);
      await savePicture(picture.clone().resize(width), path, { avif: 50, webp: 68, largestBytes });
    }
  }
}
