// SPDX-License-Identifier: Apache-2.0

/**
 * Histories for the model test: what a player really did, what the publisher shows of it, and when we read it. Shares
 * no code with the judge.
 */
import type { Mode } from '../../pubg.ts';
import { readPublicMatch } from '../record.ts';
import type { MatchesReading, MatchRecord, MatchTerms } from '../schemas.ts';

export const second = 1_000;
export const minute = 60_000;
export const accountId = `account.${'0123456789abcdef'.repeat(2)}`;

function chances(next: () => number) {
  return {
    isHit: (share: number) => next() < share,
    between: (least: number, most: number) => least + next() * (most - least),
    whole: (least: number, most: number) => Math.floor(least + next() * (most - least + 1)),
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
  };
}
type Chances = ReturnType<typeof chances>;

/** How the publisher's record states the start: correctly, or without proof. */
const startProofs = [
  'without telemetry',
  'telemetry too early',
  'telemetry too late',
  'time of storing',
  'time of storing, telemetry too late',
] as const;

/** What really happened, in ms of our clock. */
export interface TrueMatch {
  id: string;
  start: number;
  end: number;
  /** How far the publisher's clock is ahead of ours. */
  ahead: number;
  /** When the publisher lists the match. */
  listed: number;
  counts: boolean;
  place: number;
  /** Kills of people, and of bots. */
  people: number;
  bots: number;
  startProof: 'right' | (typeof startProofs)[number];
  /** When its telemetry becomes readable; Infinity: never. */
  telemetryFrom: number;
  /** Its record lacks the player. */
  isBlank: boolean;
  record: MatchRecord;
}

export interface History {
  entry: number;
  terms: MatchTerms;
  requiredPlacement: number;
  requiredKills: number;
  matches: TrueMatch[];
  initial: MatchesReading;
  readings: (MatchesReading | { kind: 'fault'; takenAt: string; detail: string })[];
}

const kinds = [
  ['official', false],
  ['competitive', false],
  ['official', true],
  ['arcade', false],
  ['event', false],
  ['training', false],
  ['airoyale', false],
  ['custom', true],
] as const;
const otherModes = ['solo', 'solo-fpp', 'duo', 'duo-fpp', 'squad', 'squad-fpp', 'normal-solo', 'tdm'];

const iso = (time: number) => new Date(time).toISOString();
const wholeIso = (time: number) => iso(Math.floor(time / second) * second).replace('.000Z', 'Z');

export function makeHistory(name: number, random: () => number): History {
  const chance = chances(random);
  const entry = Date.UTC(2026, 10, 20, 12) + chance.whole(0, 999_999);
  const terms = {
    mode: chance.pick<Mode>(['solo', 'solo', 'solo', 'duo', 'squad']),
    countsBots: chance.isHit(0.6),
  };
  /** The offset of the publisher's clock. */
  const ahead = chance.pick([0, 0, 1, -1]) * chance.between(0, 4.9 * second);
  const isTroubled = chance.isHit(0.4);
  const matches: TrueMatch[] = [];
  let start =
    entry + (chance.isHit(0.1) ? chance.between(-8, 15) * second : chance.between(-30, 20) * minute);
  for (let count = chance.pick([0, 1, 2, 2, 3, 3, 4]); count > 0; count--) {
    const match = makeMatch(chance, { start, terms, ahead, isTroubled, id: `match-${name}-${count}` });
    matches.push(match);
    // A player who died early may start the next match long before this one ends.
    start += chance.between(1 * minute, match.end - match.start) + chance.between(30 * second, 10 * minute);
  }
  return {
    entry,
    terms,
    requiredPlacement: chance.pick([3, 10, 25]),
    requiredKills: chance.whole(0, 4),
    matches,
    initial: look(
      matches,
      entry,
      { terms, before: new Set(), told: new Set(), isBanned: false, failing: 0 },
      chance,
    ),
    readings: makeReadings(chance, { entry, matches, terms, isTroubled }),
  };
}

interface Around {
  start: number;
  terms: MatchTerms;
  ahead: number;
  isTroubled: boolean;
  id: string;
}

function makeMatch(chance: Chances, { start, terms, ahead, isTroubled, id }: Around): TrueMatch {
  const isRight = chance.isHit(0.85);
  const mode = isRight
    ? `${terms.mode}${chance.pick(['', '-fpp'])}`
    : chance.pick(otherModes.filter((name) => name.replace('-fpp', '') !== terms.mode));
  const [type, isCustom] = chance.isHit(0.8) ? chance.pick(kinds.slice(0, 2)) : chance.pick(kinds.slice(2));
  const end = start + chance.between(chance.pick([2, 28]), 35) * minute;
  const stored = end + chance.between(2 * second, 9 * minute);
  const won = chance.isHit(0.5);
  const match = {
    id,
    start,
    end,
    ahead,
    listed: stored + chance.pick([0, chance.between(0, 14), 14]) * minute,
    counts: isRight && !isCustom && (type === 'official' || type === 'competitive'),
    place: won ? chance.whole(1, 5) : chance.whole(1, 60),
    people: chance.whole(0, 6),
    bots: chance.isHit(0.5) ? 0 : chance.whole(1, 4),
    startProof: isTroubled && chance.isHit(0.4) ? chance.pick(startProofs) : ('right' as const),
    telemetryFrom: chance.isHit(isTroubled ? 0.5 : 1)
      ? start + chance.pick([0, 60 * minute])
      : Number.POSITIVE_INFINITY,
    isBlank: isTroubled && chance.isHit(0.08),
  };
  const parsed = readPublicMatch(show(match, { mode, type, isCustom, stored, chance }), { id: accountId });
  if (!('record' in parsed)) throw new Error(`The model's record has another shape at ${parsed.wrongAt}`);
  return { ...match, record: parsed.record };
}

/** The publisher's answer about a match. */
function show(
  { id, start, end, ahead, place, people, bots, startProof, isBlank }: Omit<TrueMatch, 'record'>,
  {
    mode,
    type,
    isCustom,
    stored,
    chance,
  }: { mode: string; type: string; isCustom: boolean; stored: number; chance: Chances },
): object {
  const created = startProof.startsWith('time of storing') ? stored : start;
  const odd: Record<string, number> = {
    'telemetry too early': end - chance.between(5 * second, 90 * second),
    'telemetry too late': end + chance.between(11, 500) * minute,
    'time of storing, telemetry too late': stored + (end - start) + chance.between(11, 500) * minute,
  };
  const person = (playerId: string, deathType: string, winPlace: number, kills: number) => ({
    type: 'participant',
    id: `of-${playerId}`,
    attributes: { stats: { playerId, deathType, winPlace, kills } },
  });
  const roster = (rank: number, playerId: string) => ({
    type: 'roster',
    attributes: { stats: { rank } },
    relationships: { participants: { data: [{ id: `of-${playerId}` }] } },
  });
  const isAlone = mode.startsWith('solo');
  return {
    data: {
      type: 'match',
      id,
      attributes: {
        createdAt: wholeIso(created + ahead),
        duration: Math.floor((end - start) / second),
        gameMode: mode,
        matchType: type,
        isCustomMatch: isCustom,
        mapName: 'Baltic_Main',
      },
    },
    included: [
      person('account.of-somebody-else', 'byplayer', 90, 20),
      ...(isBlank ? [] : [person(accountId, 'byplayer', isAlone ? place : place + 7, people + bots)]),
      ...Array.from({ length: bots + chance.whole(0, 2) }, (_, index) =>
        person(`ai.${index}`, chance.pick(['byplayer', 'byzone']), 80, 0),
      ),
      roster(place, accountId),
      ...(startProof === 'without telemetry'
        ? []
        : [
            {
              type: 'asset',
              attributes: { name: 'telemetry', createdAt: wholeIso((odd[startProof] ?? stored) + ahead) },
            },
          ]),
    ],
  };
}

function makeReadings(
  chance: Chances,
  {
    entry,
    matches,
    terms,
    isTroubled,
  }: Pick<History, 'entry' | 'matches' | 'terms'> & { isTroubled: boolean },
): History['readings'] {
  const before = new Set(matches.filter(({ listed }) => listed <= entry).map(({ id }) => id));
  const isBannedAt = makeBan(chance, entry, isTroubled);
  const failing = isTroubled ? chance.pick([0, 0, 0.1, 0.5]) : 0;
  const outageFrom =
    isTroubled && chance.isHit(0.1) ? entry + chance.between(0, 90) * minute : Number.POSITIVE_INFINITY;
  const outageTo = outageFrom + chance.between(10, 500) * minute;
  const told = new Set<string>();
  const readings: History['readings'] = [];
  let at = entry;
  // On average until long after the decision, also after an outage.
  const until = Math.max(entry + 140 * minute, Math.min(outageTo, entry + 600 * minute) + 40 * minute);
  while (at < (Number.isFinite(outageFrom) ? until : entry + 140 * minute)) {
    at += chance.between(1, at < outageFrom ? 12 : 40) * minute;
    const isOut = at >= outageFrom && at < outageTo;
    readings.push(
      isOut || chance.isHit(failing)
        ? { kind: 'fault', takenAt: iso(at), detail: 'HTTP 500' }
        : look(matches, at, { terms, before, told, isBanned: isBannedAt(at), failing }, chance),
    );
  }
  return readings;
}

function makeBan(chance: Chances, entry: number, isTroubled: boolean): (at: number) => boolean {
  if (!isTroubled || !chance.isHit(0.15)) return () => false;
  const from = entry + chance.between(0, 90) * minute;
  const to = chance.isHit(0.5) ? Number.POSITIVE_INFINITY : from + chance.between(2, 40) * minute;
  return (at) => at >= from && at < to;
}

/** One reading. */
function look(
  matches: readonly TrueMatch[],
  at: number,
  {
    terms,
    before,
    told,
    isBanned,
    failing,
  }: {
    terms: MatchTerms;
    before: ReadonlySet<string>;
    /** Matches whose telemetry was already read and is kept. */
    told: Set<string>;
    isBanned: boolean;
    failing: number;
  },
  chance: Chances,
): MatchesReading {
  const shown = matches.filter(({ id, listed }) => listed <= at && !before.has(id));
  const read = shown.filter(() => !chance.isHit(failing));
  const untold: string[] = [];
  for (const { id, startProof, telemetryFrom } of read) {
    const isNeeded = !told.has(id) && at >= telemetryFrom && (startProof !== 'right' || !terms.countsBots);
    if (isNeeded) chance.isHit(failing) ? untold.push(id) : told.add(id);
  }
  return {
    kind: 'matches',
    takenAt: iso(at),
    isBanned,
    seen: shown.map(({ id }) => id),
    matches: read.map((match) => (told.has(match.id) ? withTelemetry(match, terms) : match.record)),
    untold,
  };
}

/** Telemetry states exactly when a match began, and whom a player killed. */
function withTelemetry({ start, ahead, bots, record }: TrueMatch, { countsBots }: MatchTerms): MatchRecord {
  return { ...record, startedAt: iso(start + ahead), botKills: countsBots ? null : bots };
}
