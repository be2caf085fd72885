// SPDX-License-Identifier: Apache-2.0

import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openDurableMap } from '../../durable-map.ts';

export const platforms = ['steam', 'kakao', 'psn', 'xbox'] as const;
export type Platform = (typeof platforms)[number];

export const banTypes = ['Innocent', 'TemporaryBan', 'PermanentBan'] as const;
/** What proves a match's start: its record, only its telemetry, or nothing. */
export const proofs = ['record', 'telemetry', 'nothing'] as const;

const match = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  durationSeconds: z.int(),
  /** When its telemetry was stored, and when the player's list has it. */
  storedAt: z.number(),
  publishedAt: z.number(),
  mode: z.string(),
  type: z.string(),
  isCustom: z.boolean(),
  place: z.int(),
  kills: z.int(),
  /** How many of the kills were bots. */
  bots: z.int(),
  proof: z.enum(proofs),
});
export type Match = z.infer<typeof match>;

const account = z.object({
  id: z.string(),
  platform: z.enum(platforms),
  name: z.string(),
  ban: z.enum(banTypes),
  exists: z.boolean(),
  /** Matches played from now on are published so much later. */
  publishDelaySeconds: z.number(),
  matches: z.array(match),
});
export type Account = z.infer<typeof account>;

export type NewMatch = Pick<Match, 'mode' | 'type' | 'isCustom' | 'place' | 'kills' | 'bots' | 'proof'> & {
  /** Game minutes, divided by the time scale. */
  minutes: number;
  /** Negative: it began in the past. */
  startsInSeconds: number;
};

export interface World {
  /**
   * A name is an account of one platform. The first spelling seen stays, and no other is known: names are case-sensitive.
   */
  byName(platform: Platform, name: string): Account | undefined;
  byId(platform: Platform, id: string): Account | undefined;
  byMatch(platform: Platform, matchId: string): { account: Account; match: Match } | undefined;
  play(account: Account, match: NewMatch): Promise<Match>;
  change(
    account: Account,
    changes: Partial<Pick<Account, 'name' | 'ban' | 'exists' | 'publishDelaySeconds'>>,
  ): Promise<void>;
  close(): Promise<void>;
}

export const defaultMinutes = 25;
const longestName = 32;
/** The publisher keeps matches for so long. */
const keptMs = 14 * 24 * 60 * 60_000;
/** As in recorded answers, telemetry is stored so long after the end. */
const storingSeconds = 80;

export function isPublished({ startedAt, publishedAt }: Match, now: number): boolean {
  return publishedAt <= now && startedAt > now - keptMs;
}

/** The people of the simulated game. @param timeScale divides how long matches last and take to be stored */
export async function createWorld({
  timeScale,
  statePath,
}: {
  timeScale: number;
  statePath?: string | undefined;
}): Promise<World> {
  const state = await openDurableMap(statePath);
  const accounts = new Map<string, Account>(state.entries().map(([id, value]) => [id, account.parse(value)]));
  const all = () => [...accounts.values()];
  const save = (changed: Account) => {
    state.set(changed.id, changed);
    return state.saved();
  };

  return {
    byName(platform, name) {
      if (name === '' || name.length > longestName || platform !== getPlatform(name)) return undefined;
      const isAlike = (one: Account) =>
        one.platform === platform && one.name.toLowerCase() === name.toLowerCase();
      const known = all().find(isAlike);
      if (known) return known.name === name && known.exists ? known : undefined;
      const created = newAccount(platform, name);
      // Whoever had this name and changed it still has the id that follows from it.
      if (accounts.has(created.id)) return undefined;
      accounts.set(created.id, created);
      void save(created);
      return created.exists ? created : undefined;
    },
    byId(platform, id) {
      const known = accounts.get(id);
      return known?.platform === platform && known.exists ? known : undefined;
    },
    byMatch(platform, matchId) {
      for (const one of all()) {
        const played = one.matches.find(({ id }) => id === matchId);
        if (played && one.platform === platform) return { account: one, match: played };
      }
      return undefined;
    },
    async play(player, { minutes, startsInSeconds, ...played }) {
      const startedAt = Date.now() + startsInSeconds * 1000;
      const durationSeconds = Math.floor((minutes * 60) / timeScale);
      const storedAt = startedAt + (durationSeconds + storingSeconds / timeScale) * 1000;
      const publishedAt = storedAt + player.publishDelaySeconds * 1000;
      const made = { id: randomUUID(), startedAt, durationSeconds, storedAt, publishedAt, ...played };
      player.matches.push(made);
      await save(player);
      return made;
    },
    change(player, changes) {
      Object.assign(player, changes);
      return save(player);
    },
    close: () => state.saved(),
  };
}

/** What a name promises: `psn…`, `xbox…` and `kakao…` play there, everybody else on Steam. */
function getPlatform(name: string): Platform {
  return platforms.find((platform) => name.toLowerCase().startsWith(platform)) ?? 'steam';
}

/** `banned…` is banned, `missing…` does not exist. */
function newAccount(platform: Platform, name: string): Account {
  const lower = name.toLowerCase();
  const digits = createHash('sha256').update(`${platform}/${name}`).digest('hex').slice(0, 32);
  return {
    id: `account.${digits}`,
    platform,
    name,
    ban: lower.startsWith('banned') ? 'PermanentBan' : 'Innocent',
    exists: !lower.startsWith('missing'),
    publishDelaySeconds: 0,
    matches: [],
  };
}
