// SPDX-License-Identifier: Apache-2.0

const playable = ['storm', 'peaks', 'harbour'] as const;

/** The scene of a challenge: the same on every list, whatever its place there. */
export function sceneOf({ _id }: { _id: string }): (typeof playable)[number] {
  // The end of an id is random.
  return playable[Number.parseInt(_id.slice(-6), 16) % playable.length] ?? 'storm';
}
