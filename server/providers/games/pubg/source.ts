// SPDX-License-Identifier: Apache-2.0

import type { Platform } from '../../../../contract/games/pubg.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { createSlots } from '../slots.ts';
import { type Busy, type StatsKey, toKeyId } from '../source.ts';
import type { KeyBudget, Shares, SlotUse } from '../source-budget-store.ts';
import { otherShape, type PlayersAnswer, type PubgPlayer } from './answer.ts';
import { createPubgClient, mostPlayersAtOnce, type PubgClient } from './client.ts';

export type PubgAccount = { platform: Platform } & ({ id: string } | { name: string });

/** The publisher's answer about one account. */
export type PlayerAnswer =
  /** `askedAt`: the moment just before the request left. */
  | { kind: 'player'; player: PubgPlayer; askedAt: Date }
  | { kind: 'unknown' }
  | Exclude<PlayersAnswer, { kind: 'players' }>
  | Busy;

/** The publisher's API, behind the budget shared by all processes. */
export interface PubgSource {
  /**
   * Reads one account as soon as the budget has room. One request serves up to ten waiting accounts of one platform, by
   * id or by name.
   * @param maxWaitMs answers `busy` if there is no room that soon; for a reading the time starts at its turn
   */
  read(account: PubgAccount, use: SlotUse, maxWaitMs: number): Promise<PlayerAnswer>;
  /** The calls that cost no budget. */
  matches: Pick<PubgClient, 'readMatch' | 'readTelemetry'>;
  /** The budget of each key, as the publisher last granted it. */
  budgets: readonly Readonly<KeyBudget>[];
}

interface Waiting {
  account: PubgAccount;
  /** Asked for alone, because a request with several accounts failed due to one of them. */
  isAlone: boolean;
  answer(answer: PlayerAnswer): void;
  fail(error: unknown): void;
}

export interface PubgSourceOptions {
  db: Queryable;
  clock: Clock;
  log: Logger;
  baseUrl: string;
  /** At least one key. The rates apply until the publisher's first answer states what it grants. */
  keys: readonly StatsKey[];
  shares: Shares;
  timeoutMs?: number;
  /** Called for each request. */
  onRequest?(keyId: string, use: SlotUse): void;
}

export function createPubgSource({
  db,
  clock,
  keys,
  shares,
  onRequest,
  ...options
}: PubgSourceOptions): PubgSource {
  const budgets: KeyBudget[] = keys.map(({ key, requestsPerSecond }) => ({
    id: toKeyId(key),
    requestsPerSecond,
  }));
  const clients = new Map(
    keys.map(({ key }) => [toKeyId(key), createPubgClient({ ...options, apiKey: key })]),
  );
  const slots = createSlots(db, budgets, shares);
  const waiting: Record<SlotUse, Waiting[]> = { entry: [], background: [] };

  async function ask(keyId: string, batch: readonly Waiting[], use: SlotUse): Promise<PlayersAnswer> {
    const ids = new Set(batch.flatMap(({ account }) => ('id' in account ? [account.id] : [])));
    const names = new Set(batch.flatMap(({ account }) => ('name' in account ? [account.name] : [])));
    const client = clients.get(keyId) as PubgClient;
    const { account } = batch[0] as Waiting;
    onRequest?.(keyId, use);
    const answer = await client.readPlayers(
      account.platform,
      'id' in account ? { ids: [...ids] } : { names: [...names] },
    );
    const budget = budgets.find(({ id }) => id === keyId);
    if (budget && answer.limit !== null) budget.requestsPerSecond = answer.limit / 60;
    await slots.obey(keyId, answer);
    return answer;
  }

  /** Serves the caller whose turn it is, and others that fit into its request. */
  async function serve(mine: Waiting, use: SlotUse, maxWaitMs: number): Promise<void> {
    const queue = waiting[use];
    const slot = await slots.take(use, maxWaitMs, () => queue.includes(mine));
    if (!slot.isReserved) {
      // Skipped if another caller's request has served this one.
      if (leave(queue, mine)) mine.answer({ kind: 'busy', retryInMs: slot.retryInMs });
      return;
    }
    // A caller whose account went out with another request leaves its slot to the next caller.
    const head = queue.includes(mine) ? mine : queue[0];
    if (!head) return;
    const batch = takeBatch(queue, head);
    try {
      const askedAt = clock.now();
      const answer = await ask(slot.keyId, batch, use);
      if (batch.length > 1 && isSpoiled(answer, head.account)) {
        for (const one of batch) start({ ...one, isAlone: true }, use, maxWaitMs);
      } else for (const one of batch) one.answer(toPlayerAnswer(answer, one.account, askedAt));
    } catch (error) {
      for (const one of batch) one.fail(error);
    }
  }

  function start(one: Waiting, use: SlotUse, maxWaitMs: number): void {
    waiting[use].push(one);
    serve(one, use, maxWaitMs).catch((error) => {
      leave(waiting[use], one);
      one.fail(error);
    });
  }

  const { readMatch, readTelemetry } = clients.values().next().value as PubgClient;
  return {
    budgets,
    matches: { readMatch, readTelemetry },
    read: (account, use, maxWaitMs) =>
      new Promise((answer, fail) => start({ account, isAlone: false, answer, fail }, use, maxWaitMs)),
  };
}

/** @returns whether the caller was still in the queue */
function leave(queue: Waiting[], one: Waiting): boolean {
  const index = queue.indexOf(one);
  if (index >= 0) queue.splice(index, 1);
  return index >= 0;
}

/**
 * Whether one account may have spoiled the answers about the others: an id that no longer exists, or a name that is
 * refused.
 */
function isSpoiled(answer: PlayersAnswer, account: PubgAccount): boolean {
  if (answer.kind === 'players') return answer.players.length === 0 && 'id' in account;
  return isBadRequest(answer);
}

const isBadRequest = (answer: PlayersAnswer) =>
  answer.kind === 'fault' && answer.detail.startsWith('HTTP 400');

/** Takes the caller out of the queue, with the next others that fit into one request. */
function takeBatch(queue: Waiting[], mine: Waiting): Waiting[] {
  const fits = ({ account, isAlone }: Waiting) =>
    !(isAlone || mine.isAlone) &&
    'id' in mine.account === 'id' in account &&
    account.platform === mine.account.platform;
  const others = queue.filter((one) => one !== mine && fits(one));
  const batch = [mine, ...others.slice(0, mostPlayersAtOnce - 1)];
  for (const one of batch) leave(queue, one);
  return batch;
}

function toPlayerAnswer(answer: PlayersAnswer, account: PubgAccount, askedAt: Date): PlayerAnswer {
  // Asked for alone: the publisher accepts no such name, so nobody has it.
  if ('name' in account && isBadRequest(answer)) return { kind: 'unknown' };
  if (answer.kind !== 'players') return answer;
  const player = answer.players.find(({ id, name }) =>
    'id' in account ? id === account.id : name === account.name,
  );
  if (player) return { kind: 'player', player, askedAt };
  return answer.oddAt === undefined
    ? { kind: 'unknown' }
    : { kind: 'fault', detail: otherShape(answer.oddAt), limit: answer.limit };
}
