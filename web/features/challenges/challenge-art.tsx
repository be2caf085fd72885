// SPDX-License-Identifier: Apache-2.0

import dunesAvif from './art/dunes.avif';
import dunes from './art/dunes.webp';
import harbourAvif from './art/harbour.avif';
import harbour from './art/harbour.webp';
import orbitAvif from './art/orbit.avif';
import orbit from './art/orbit.webp';
import peaksAvif from './art/peaks.avif';
import peaks from './art/peaks.webp';
import stormAvif from './art/storm.avif';
import storm from './art/storm.webp';

/** Landscapes under a closing ring (art/challenge-scenes.ts draws them). */
const scenes = {
  storm: { avif: stormAvif, webp: storm },
  peaks: { avif: peaksAvif, webp: peaks },
  harbour: { avif: harbourAvif, webp: harbour },
  dunes: { avif: dunesAvif, webp: dunes },
  orbit: { avif: orbitAvif, webp: orbit },
};

export type SceneName = keyof typeof scenes;
/** Decoration on top of a challenge card; adds no information. */
export function ChallengeArt({ scene }: { scene: SceneName }) {
  const { avif, webp } = scenes[scene];
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
