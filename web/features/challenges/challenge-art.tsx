// SPDX-License-Identifier: Apache-2.0

import type { games } from '../../../contract/games/games.ts';
import harbourAvif from './art/harbour.avif';
import harbour from './art/harbour.webp';
import peaksAvif from './art/peaks.avif';
import peaks from './art/peaks.webp';
import stormAvif from './art/storm.avif';
import storm from './art/storm.webp';

/** Landscapes under a closing ring (art/challenge-scenes.ts draws them). */
const built: Partial<Record<SceneName, { avif: string; webp: string }>> = {
  storm: { avif: stormAvif, webp: storm },
  peaks: { avif: peaksAvif, webp: peaks },
  harbour: { avif: harbourAvif, webp: harbour },
};

/** Of other games. They are in web/public, so that their addresses add nothing to the scripts of pages without them. */
const publicScene = (scene: SceneName) => ({ avif: `/scenes/${scene}.avif`, webp: `/scenes/${scene}.webp` });

export type SceneName = (typeof games)[keyof typeof games]['scenes'][number] | 'dunes' | 'orbit';
/** Decoration on top of a challenge card; adds no information. */
export function ChallengeArt({ scene }: { scene: SceneName }) {
  const { avif, webp } = built[scene] ?? publicScene(scene);
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={avif} />
      <img
        src={webp}
        alt=""
        width={1080}
        height={420}
        loading="lazy"
        decoding="async"
        className="block h-37 w-full bg-ink-2 object-cover object-[82%_50%]"
      />
    </picture>
  );
}
