// SPDX-License-Identifier: Apache-2.0

export interface StandInOptions {
  /** A JSON file that stores the first game's players. Others keep theirs beside it; without it they are in memory. */
  statePath: string | undefined;
  /** Requests per second and key that the first game's statistics allow; 0: no limit. */
  statsPerSecond: number;
}

/** A game's statistics at `/<game>`, and its Arena. */
export interface StandIn {
  close(): Promise<void>;
}

export interface FirstStandIn extends StandIn {
  /** Plays a match as the player with this name. */
  play(name: string, match: { placement: number; kills: number; minutes: number }): Promise<void>;
}

/** Where a game other than the first keeps its state. */
export function besideState(statePath: string | undefined, game: string): string | undefined {
  return statePath?.replace(/(?=[.]json$)/, `-${game}`);
}
