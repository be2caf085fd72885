// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import type { SceneName } from './challenge-art.tsx';

interface Shown {
  _id: string;
  game?: GameId | undefined;
  isActive: boolean;
}

/**
 * The scenes of challenges by id: by the end of an id, which is random. Where that would repeat one, the challenge that
 * came later takes the next of its game's that is free. Open ones choose first, so that visitors see what players see.
 */
export function assignScenes(challenges: readonly Shown[]): (challenge: Shown) => SceneName {
  const scenes = new Map<string, SceneName>();
  const taken = new Set<SceneName>();
  const inTurn = challenges.toSorted(
    (one, other) => Number(other.isActive) - Number(one.isActive) || (one._id < other._id ? -1 : 1),
  );
  for (const { _id, game } of inTurn) {
    const own: readonly SceneName[] = gameOf({ game }).scenes;
    const first = Number.parseInt(_id.slice(-6), 16) % own.length || 0;
    const choice = [...own.slice(first), ...own.slice(0, first)];
    const scene = choice.find((one) => !taken.has(one)) ?? (own[first] as SceneName);
    taken.add(scene);
    scenes.set(_id, scene);
  }
  return ({ _id, game }) => scenes.get(_id) ?? gameOf({ game }).scenes[0];
}
