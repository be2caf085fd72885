// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../../contract/amounts.ts';
import type { Signal, SignalKind } from '../../../contract/fair-play-admin.ts';
import type { PlayRecord, SharedThing } from '../../ports.ts';

/** From this score on, a person should check the player. */
export const openFrom = 30;
/** A dismissed anomaly reopens once its score has risen by this much since. */
const moreThanDismissed = 10;
/** The most players and attempts that a signal names. */
const maxNamed = 10;
/** With fewer finished attempts or wins, a rate means nothing. */
const [minFinished, minWon] = [8, 5];
/** From this many standard deviations on, luck is an implausible explanation. */
const minExcess = 3;

/** Points for the first other player or attempt, for each further one, and the maximum. */
const weights: Record<Exclude<SignalKind, 'win_rate'>, { first: number; more: number; most: number }> = {
  impossible_time: { first: 30, more: 15, most: 60 },
  shared_card: { first: 25, more: 10, most: 45 },
  shared_account: { first: 30, more: 10, most: 50 },
  // Households, dormitories and carriers share a network too: this signal alone opens nothing.
  shared_network: { first: 5, more: 5, most: 20 },
};

export interface Seen {
  record: PlayRecord;
  cards: readonly SharedThing[];
  accounts: readonly SharedThing[];
  networks: readonly SharedThing[];
}

export interface Findings {
  excess: number;
  sharedCards: number;
  sharedAccounts: number;
  sharedNetworks: number;
  signals: Signal[];
  score: number;
}

/** Wins beyond the expected number, in standard deviations; 0 if nothing was uncertain. */
export function getExcess({ won, expected, variance }: PlayRecord): number {
  return variance > 0 ? (won - expected) / Math.sqrt(variance) : 0;
}

const weigh = (kind: keyof typeof weights, count: number): number => {
  const { first, more, most } = weights[kind];
  return Math.min(most, first + more * (count - 1));
};

const round = (value: number): string => value.toFixed(1);
const people = (count: number): string => plural(count, 'other player');

const listOthers = (things: readonly SharedThing[]): string[] => [
  ...new Set(things.flatMap(({ playerIds }) => playerIds)),
];

function toShared(
  kind: 'shared_card' | 'shared_account' | 'shared_network',
  things: readonly SharedThing[],
  say: (others: string) => string,
): Signal[] {
  const others = listOthers(things);
  if (others.length === 0) return [];
  return [
    {
      kind,
      points: weigh(kind, others.length),
      text: say(people(others.length)),
      hashes: kind === 'shared_network' ? things.map(({ hash }) => hash).slice(0, maxNamed) : [],
      others: others.slice(0, maxNamed),
      attempts: [],
    },
  ];
}

function toWinRate(record: PlayRecord, excess: number): Signal[] {
  const { finished, won, expected } = record;
  if (finished < minFinished || won < minWon || excess < minExcess) return [];
  return [
    {
      kind: 'win_rate',
      points: Math.min(60, Math.round(30 + 10 * (excess - minExcess))),
      text: `Won ${won} of ${finished}; the stats at entry predict ${round(expected)} (${round(excess)} standard deviations fewer)`,
      hashes: [],
      others: [],
      attempts: [],
    },
  ];
}

function toImpossible({ impossible }: PlayRecord): Signal[] {
  const [first] = impossible;
  if (!first) return [];
  return [
    {
      kind: 'impossible_time',
      points: weigh('impossible_time', impossible.length),
      text:
        impossible.length > 1
          ? `${first.why}, and ${plural(impossible.length - 1, 'more attempt')} with impossible times`
          : first.why,
      hashes: [],
      others: [],
      attempts: impossible.map(({ attemptId }) => attemptId).slice(0, maxNamed),
    },
  ];
}

/** The findings, weightiest first, and their total score. */
export function findSignals({ record, cards, accounts, networks }: Seen): Findings {
  const excess = getExcess(record);
  const signals = [
    ...toWinRate(record, excess),
    ...toImpossible(record),
    ...toShared('shared_card', cards, (others) => `Shares a payment card with ${others}`),
    ...toShared('shared_account', accounts, (others) => `Shares a game account with ${others}`),
    ...toShared(
      'shared_network',
      networks,
      (others) => `Recently signed in from the same network as ${others}`,
    ),
  ].sort((one, other) => other.points - one.points);
  const points = signals.reduce((sum, each) => sum + each.points, 0);
  return {
    excess,
    sharedCards: listOthers(cards).length,
    sharedAccounts: listOthers(accounts).length,
    sharedNetworks: listOthers(networks).length,
    signals,
    score: Math.min(100, points),
  };
}

/** Whether a player belongs in the queue, given the score dismissed before. */
export function isUnusual(score: number, dismissedScore: number | null): boolean {
  return score >= openFrom && (dismissedScore === null || score >= dismissedScore + moreThanDismissed);
}
