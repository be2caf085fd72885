// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { gameRules } from '../../../../contract/games/rules.ts';
import type { FirstReading } from '../../../../contract/games/schemas.ts';
import { withoutFormat } from '../../../../contract/without-format.ts';
import { waitOutside } from '../../../platform/call-context.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CountedCall, ExactLimit, RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Logger } from '../../../platform/log.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { StatsAnswer } from '../../../providers/games/answer.ts';
import type { StatsSource } from '../../../providers/games/source.ts';
import type { SlotUse } from '../../../providers/games/source-budget-store.ts';
import { isProvisional, provisionalKey } from '../rules.ts';
import { checkBinding, findBoundAccount, type GameAccount } from './bound-account-queries.ts';
import { refuseAccount } from './refuse-account.ts';

/** The sources of a game's accounts. */
interface AskedGame {
  source: Pick<StatsSource, 'read'>;
  maxWaitMs: Readonly<Record<SlotUse, number>>;
}

export interface LookUpDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  games: Readonly<Record<GameId, AskedGame>>;
  limiter: RateLimiter;
}

/** A player's request to look up a game account. */
export interface LookUp {
  playerId: string;
  game: GameId;
  epicId: string;
  /** The network that it comes from (platform/http/rate-limit.ts). */
  network: string;
}

export interface Cleared {
  game: GameId;
  account: GameAccount;
  /** The reading that later readings are compared with. */
  baseline: FirstReading;
}

type ShownKind = 'stats' | 'never-played' | 'matches';

/** The first reading, from the source's answer about an account. */
export function toFirstReading(shown: Extract<StatsAnswer, { kind: ShownKind }>, at: Date): FirstReading {
  if (shown.kind === 'matches') return shown.matches;
  return { kind: 'stats', takenAt: at.toISOString(), ...shown.stats };
}

/** Failed look-ups still cost a request each, so they are limited per minute, by player and by network. */
const failedLookUps = { max: 5, windowSeconds: 60 };
const ofPlayer: ExactLimit = { ...failedLookUps, name: 'failed-look-up', by: 'player' };
const fromNetwork: ExactLimit = { ...failedLookUps, name: 'failed-look-up-from', by: 'address' };

/** The bound account's id if the player typed that id or its name. Names can move to another account, ids can't. */
async function resolveId(
  { playerId, game, epicId }: LookUp,
  { db }: LookUpDeps,
): Promise<string | undefined> {
  const bound = await findBoundAccount(db, game, playerId);
  if (!bound || isProvisional(bound.key)) return undefined;
  const isBound = bound.key === epicId.toLowerCase() || isSameName(bound.name, epicId);
  return isBound ? bound.key : undefined;
}

/** Ignores case and invisible characters. */
function isSameName(one: string, other: string): boolean {
  return provisionalKey(withoutFormat(one)) === provisionalKey(withoutFormat(other));
}

/**
 * Reads a game account by its name or its id, or by `knownId`. Refuses `epic_id_unknown`, `stats_private` and
 * `stats_unavailable`.
 */
export async function readAccount(
  { epicId, game, knownId: boundId }: Pick<LookUp, 'epicId' | 'game'> & { knownId?: string | undefined },
  deps: Pick<LookUpDeps, 'games' | 'clock' | 'log'>,
): Promise<Cleared | Refusal> {
  const knownId = boundId ?? (gameRules[game].accountId.test(epicId) ? epicId.toLowerCase() : undefined);
  const reference = knownId ? { id: knownId } : { name: epicId };
  const { source, maxWaitMs } = deps.games[game];
  const answer = await waitOutside(() => source.read(reference, 'entry', maxWaitMs.entry));
  const takenAt = deps.clock.now();
  switch (answer.kind) {
    case 'stats':
    case 'matches':
      // Without this check, any account in the answer would be bound, and a stranger's matches would pay this player.
      if (!knownId && !isSameName(answer.account.name, epicId)) {
        deps.log.warn({ detail: 'another name' }, 'game statistics returned another account for an entry');
        return refuse('stats_unavailable');
      }
      if (answer.kind === 'matches' && answer.matches.isBanned) {
        return refuseAccount('banned', game, { epicId });
      }
      return {
        game,
        account: { key: answer.account.id, name: knownId ? answer.account.name : epicId },
        baseline: toFirstReading(answer, takenAt),
      };
    case 'never-played':
      return {
        game,
        account: { key: knownId ?? provisionalKey(epicId), name: epicId },
        baseline: toFirstReading(answer, takenAt),
      };
    case 'unknown':
      return refuseAccount('unknown', game, { epicId });
    case 'private':
      return refuse('stats_private', { epicId });
    case 'fault':
      deps.log.warn({ detail: answer.detail }, 'could not read game statistics for an entry');
      return refuse('stats_unavailable');
    case 'rate-limited':
    case 'busy':
      return refuse('stats_unavailable');
  }
}

/**
 * Checks only the game account: it must exist, be public, and not belong to another player. Failed look-ups are
 * limited.
 */
export async function clearAccount(wish: LookUp, deps: LookUpDeps): Promise<Cleared | Refusal> {
  const knownId = await resolveId(wish, deps);
  const counted = await countLookUp(wish, knownId, deps);
  if (isRefusal(counted)) return counted;
  let hasFailed = false;
  try {
    const cleared = await readForPlayer(wish, knownId, deps);
    // An unavailable source does not count as a failed look-up.
    hasFailed = isRefusal(cleared) && cleared.refused !== 'stats_unavailable';
    return cleared;
  } finally {
    // One after the other, so that an entry uses no more connections at a time than it needs.
    for (const call of counted) await (hasFailed ? call.keep() : call.giveBack());
    if (hasFailed && knownId) await deps.limiter.take(fromNetwork, wish.network);
  }
}

/**
 * Counts a look-up as failed until its outcome is known. Otherwise many requests sent at once would all find the limit
 * unused.
 */
async function countLookUp(
  { playerId, network }: LookUp,
  knownId: string | undefined,
  { limiter }: LookUpDeps,
): Promise<CountedCall[] | Refusal> {
  const ofThisPlayer = await limiter.takeForNow(ofPlayer, playerId);
  if (isRefusal(ofThisPlayer)) return ofThisPlayer;
  // A player who has entered before is known. Other players' wrong names from the same network must not keep them out.
  if (knownId) return [ofThisPlayer];
  const fromThisNetwork = await limiter.takeForNow(fromNetwork, network);
  if (!isRefusal(fromThisNetwork)) return [ofThisPlayer, fromThisNetwork];
  await ofThisPlayer.giveBack();
  return fromThisNetwork;
}

/** Reads the game account and checks that it doesn't belong to another player. */
async function readForPlayer(
  { playerId, game, epicId }: LookUp,
  knownId: string | undefined,
  deps: LookUpDeps,
): Promise<Cleared | Refusal> {
  const read = await readAccount({ game, epicId, knownId }, deps);
  if (isRefusal(read)) return read;
  const binding = await checkBinding(deps.db, game, playerId, read.account);
  return isRefusal(binding) ? binding : read;
}
