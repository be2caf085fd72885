// SPDX-License-Identifier: Apache-2.0

import { listedCardSizes, pictureAddress, pictureSet } from '../../../../contract/card-pictures.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Listener } from '../../../platform/listen.ts';
import type { Logger } from '../../../platform/log.ts';
import { listOnSale } from './gift-card-store.ts';

/** One row, which is what a phone shows without scrolling. */
const picturesAtFirst = 2;

function preload(base: string, image: string): string {
  const set = pictureSet(base, image, 'avif');
  return [
    `<${pictureAddress(base, image, 640, 'avif')}>; rel=preload; as=image; type="image/avif"; fetchpriority=high`,
    `imagesrcset="${set}"; imagesizes="${listedCardSizes}"`,
  ].join('; ');
}

/**
 * A Link header that preloads the shop's first pictures, which the page otherwise finds only after its scripts and two
 * calls. Returns the last known value and refreshes it in the background, so that no page waits for the database or
 * fails with it.
 * @param base address of all pictures
 * @returns a function that returns the header's value; empty while nothing is known or no card has a picture
 */
export function firstPictures(deps: {
  db: Queryable;
  listener: Listener;
  log: Logger;
  base: string;
}): () => string {
  const { db, listener, log, base } = deps;
  let header = '';
  let isOutdated = true;
  const outdate = () => {
    isOutdated = true;
  };
  listener.on('gift_cards', outdate);
  listener.onReconnect(outdate);

  let isReading = false;
  /** One at a time: otherwise every page would start its own query while the LISTEN connection is down. */
  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    isOutdated = false;
    try {
      const images = (await listOnSale(db)).slice(0, picturesAtFirst).map(({ image }) => image);
      header = images
        .filter(Boolean)
        .map((image) => preload(base, image))
        .join(', ');
    } catch (error) {
      outdate();
      log.warn({ err: error }, 'could not read the first pictures of the shop');
    } finally {
      isReading = false;
    }
  }
  return () => {
    if (isOutdated || !listener.connected) void read();
    return header;
  };
}
