// SPDX-License-Identifier: Apache-2.0

import { readAccount } from '../../../../contract/games/pubg/account.ts';
import { countRequest } from '../budget-metrics.ts';
import { type AttemptHistory, freeRateOf, type SourceOptions, type StatsSource } from '../source.ts';
import { mostPlayersAtOnce } from './client.ts';
import { readAtEntry, readMatches } from './read-matches.ts';
import { createPubgSource } from './source.ts';

/** The match records of the readings so far. */
function toKnown({ initial, readings, terms }: AttemptHistory) {
  if (initial.kind !== 'matches' || !terms) return undefined;
  const known = readings.flatMap((reading) => (reading.kind === 'matches' ? [reading] : []));
  return { before: initial.seen, known, terms };
}

/** Accounts and their ids include the platform: `steam/Name`. */
export function createPubgStatsSource({ game, ...options }: SourceOptions): StatsSource {
  const onRequest = countRequest.bind(undefined, game);
  const source = createPubgSource({ ...options, onRequest });
  return {
    budgets: source.budgets,
    freeRate: async () => mostPlayersAtOnce * (await freeRateOf(options.db, source.budgets)),
    async read(account, use, maxWaitMs, getHistory) {
      const named = readAccount('id' in account ? account.id : account.name);
      if (!named) return { kind: 'unknown' };
      const answer = await source.read(named, use, maxWaitMs);
      if (answer.kind !== 'player') return answer;
      const { player, askedAt: takenAt } = answer;
      const { platform } = named;
      const history = getHistory && toKnown(await getHistory());
      const matches = history
        ? await readMatches(source.matches, { platform, player }, { ...history, takenAt })
        : readAtEntry(player, takenAt);
      const { id, name } = player;
      return { kind: 'matches', account: { id: `${platform}/${id}`, name: `${platform}/${name}` }, matches };
    },
  };
}
