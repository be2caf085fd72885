// SPDX-License-Identifier: Apache-2.0

import { getName, toAccountId } from '../account-id.ts';
import { type Counters, type Mode, toHistory, wholeSeconds, withMatch } from '../counters.ts';
import type { Match, Player } from './player.ts';
import { openState } from './state-file.ts';

const longestName = 64;
const maxPlayers = 10_000;
export const defaultMatchMinutes = 20;

export interface Players {
  /** Any name is a player; the first spelling seen stays. @returns undefined for a name that nobody can have. */
  byName(name: string): Player | undefined;
  byAccountId(accountId: string): Player | undefined;
  play(player: Player, match: Pick<Match, 'placement' | 'kills' | 'minutes'>): Promise<Match>;
  change(
    player: Player,
    changes: Partial<Pick<Player, 'public' | 'exists' | 'reportDelaySeconds' | 'lateParts' | 'lateSeconds'>>,
  ): Promise<void>;
  /** The source forgets the Arena's matches and half of the history: every counter goes down. */
  reset(player: Player): Promise<void>;
  /** What the source reports at a moment (epoch ms). `season` is a tenth of the history and all Arena matches. */
  reported(player: Player, now: number, window?: 'lifetime' | 'season'): Partial<Record<Mode, Counters>>;
  /** Waits until what changed is on disk. */
  close(): Promise<void>;
}

/** The people of the simulated game. @param timeScale divides the minutes that a match adds to the statistics. */
export async function createPlayers(options: { timeScale: number; statePath?: string }): Promise<Players> {
  const players = new Map<string, Player>();
  const state = await openState(options.statePath);
  for (const player of state.players) players.set(player.name.toLowerCase(), player);
  const save = (): Promise<void> => state.save([...players.values()].filter(isTouched));

  const byName = (text: string): Player | undefined => {
    const name = text.trim();
    if (name === '' || name.length > longestName) return undefined;
    const known = players.get(name.toLowerCase());
    if (known) return known;
    const player = newPlayer(name);
    players.set(name.toLowerCase(), player);
    if (players.size > maxPlayers) forgetOne(players);
    return player;
  };

  return {
    byName,
    byAccountId: (accountId) => {
      const id = accountId.toLowerCase();
      const name = getName(id);
      return name === undefined
        ? [...players.values()].find((player) => player.accountId === id)
        : byName(name);
    },
    play: async (player, { placement, kills, minutes }) => {
      const playedAt = wholeSeconds(Date.now());
      const reportedAt =
        player.reportDelaySeconds === 0 ? playedAt : Date.now() + player.reportDelaySeconds * 1000;
      const match = {
        placement,
        kills,
        minutes,
        playedAt: new Date(playedAt),
        reportedAt: new Date(reportedAt),
        lateParts: player.lateParts,
        wholeAt: new Date(reportedAt + (player.lateParts.length > 0 ? player.lateSeconds * 1000 : 0)),
      };
      player.matches.push(match);
      await save();
      return match;
    },
    change: (player, changes) => {
      Object.assign(player, changes);
      return save();
    },
    reset: (player) => {
      player.resets += 1;
      player.matches = [];
      return save();
    },
    reported: (player, now, window = 'lifetime') => {
      const modes = toHistory(player.name, (window === 'season' ? 0.1 : 1) / 2 ** player.resets);
      for (const match of player.matches) {
        if (match.reportedAt.getTime() > now) continue;
        const reportedMinutes = Math.round(match.minutes / options.timeScale);
        const missing = match.wholeAt.getTime() > now ? match.lateParts : [];
        modes.solo = withMatch(modes.solo, { ...match, reportedMinutes }, missing);
      }
      return modes;
    },
    close: state.close,
  };
}

/** What a name promises: `private…` is private, `missing…` does not exist, `fresh…` has no history. */
function newPlayer(name: string): Player {
  const lower = name.toLowerCase();
  return {
    name,
    accountId: toAccountId(name),
    public: !lower.startsWith('private'),
    exists: !lower.startsWith('missing'),
    reportDelaySeconds: 0,
    lateParts: [],
    lateSeconds: 30,
    resets: 0,
    matches: [],
  };
}

/** A player that differs from what the name alone gives. */
function isTouched(player: Player): boolean {
  const untouched = newPlayer(player.name);
  return (
    player.matches.length > 0 ||
    player.resets > 0 ||
    player.reportDelaySeconds > 0 ||
    player.lateParts.length > 0 ||
    player.public !== untouched.public ||
    player.exists !== untouched.exists
  );
}

function forgetOne(players: Map<string, Player>): void {
  for (const [key, player] of players) {
    if (isTouched(player)) continue;
    players.delete(key);
    return;
  }
}
