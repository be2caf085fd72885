// SPDX-License-Identifier: Apache-2.0

/**
 * The draw of a giveaway, which anyone can repeat: in the server, in the browser and on the command line.
 *
 * Before anyone enters, the commitment is published: the SHA-256 of a secret seed and the terms. At the end the list of
 * entrants is frozen and published with the seed, and the winners follow from both. People who know the seed can't
 * change it afterwards, and entrants don't know it. docs/rules/giveaways.md explains it in words.
 */

/** The promised terms, which the commitment covers. */
export interface DrawTerms {
  giveawayId: string;
  title: string;
  prizeType: 'GC' | 'XP';
  /** Per winner. */
  prizeAmount: number;
  winnerCount: number;
  /** ISO 8601. */
  startDate: string;
  endDate: string;
}

/** The published record of a draw. */
export interface DrawRecord {
  algorithm: typeof drawAlgorithm;
  terms: DrawTerms;
  /** Hex SHA-256 of seed and terms, published from the beginning. */
  commitment: string;
  /** 32 secret bytes as hex, published at the draw. */
  seed: string;
  /** Pseudonyms of the entries, ascending. */
  entrants: readonly string[];
  /** Hex SHA-256 of the entrants, one per line. */
  entrantsHash: string;
  /** Winning entries in the order in which they were drawn. */
  winners: readonly string[];
}

export const drawAlgorithm = 'finalring-draw-1';

const encoder = new TextEncoder();

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

/** One line per term, in a fixed order, as the commitment hashes it with the seed. */
function termsText(terms: DrawTerms): string {
  const { giveawayId, title, prizeType, prizeAmount, winnerCount, startDate, endDate } = terms;
  return JSON.stringify([giveawayId, title, prizeType, prizeAmount, winnerCount, startDate, endDate]);
}

/** Hex SHA-256 that binds a seed (64 hex digits) to the terms. */
export function computeCommitment(seed: string, terms: DrawTerms): Promise<string> {
  return sha256(`${drawAlgorithm}\n${seed}\n${termsText(terms)}`);
}

/** The frozen list as a file, one entry per line, with the same SHA-256 as the list. */
export const toListFile = (entrants: readonly string[]): string => entrants.join('\n');
export const fromListFile = (file: string): string[] => (file === '' ? [] : file.split('\n'));

/** Hex SHA-256 of the frozen list. */
export function hashOfEntrants(entrants: readonly string[]): Promise<string> {
  return sha256(toListFile(entrants));
}

/** Uniformly distributed integers from HMAC-SHA-256(seed, list and counter). */
async function randomNumbers(seed: string, message: string): Promise<(below: number) => Promise<number>> {
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(seed), usage, false, ['sign']);
  const range = 2 ** 48;
  let counter = 0;
  return async (below) => {
    // Skips numbers in the last, incomplete multiple, since they would favour some entrants.
    const usable = range - (range % below);
    for (;;) {
      const block = await crypto.subtle.sign('HMAC', key, encoder.encode(`${message}:${counter++}`));
      const view = new DataView(block);
      const number = view.getUint16(0) * 2 ** 32 + view.getUint32(2);
      if (number < usable) return number % below;
    }
  };
}

/**
 * Draws without replacement, by the first steps of a Fisher-Yates shuffle. If there are no more entrants than prizes,
 * everyone wins.
 * @returns zero-based positions of the winners in the list, in the order of the draw
 */
export async function drawPlaces(
  seed: string,
  list: { hash: string; length: number },
  winnerCount: number,
): Promise<number[]> {
  const next = await randomNumbers(seed, list.hash);
  // Stores only swapped positions, so that drawing a few winners doesn't copy a long list.
  const moved = new Map<number, number>();
  const at = (place: number) => moved.get(place) ?? place;
  const winners: number[] = [];
  for (let place = 0; place < Math.min(winnerCount, list.length); place++) {
    const chosen = place + (await next(list.length - place));
    winners.push(at(chosen));
    moved.set(chosen, at(place));
  }
  return winners;
}

/**
 * @param entrants ascending, without repetition
 * @returns winning entries in the order of the draw
 */
export async function drawWinners(
  seed: string,
  entrants: readonly string[],
  winnerCount: number,
): Promise<string[]> {
  const list = { hash: await hashOfEntrants(entrants), length: entrants.length };
  return (await drawPlaces(seed, list, winnerCount)).map((place) => entrants[place] as string);
}

export interface DrawCheck {
  what: 'algorithm' | 'commitment' | 'entrants' | 'winners';
  isRight: boolean;
  /** The calculated values, to compare with the published ones. */
  found: string;
}

function isAscending(entrants: readonly string[]): boolean {
  return entrants.every((entrant, place) => place === 0 || (entrants[place - 1] as string) < entrant);
}

/** Repeats the whole draw from the published record. All checks must pass. */
export async function verifyDraw(record: DrawRecord): Promise<DrawCheck[]> {
  const { terms, seed, entrants } = record;
  const commitment = await computeCommitment(seed, terms);
  const entrantsHash = await hashOfEntrants(entrants);
  const winners = await drawWinners(seed, entrants, terms.winnerCount);
  return [
    { what: 'algorithm', isRight: record.algorithm === drawAlgorithm, found: drawAlgorithm },
    { what: 'commitment', isRight: commitment === record.commitment, found: commitment },
    {
      what: 'entrants',
      isRight: entrantsHash === record.entrantsHash && isAscending(entrants),
      found: entrantsHash,
    },
    { what: 'winners', isRight: winners.join() === record.winners.join(), found: winners.join(', ') },
  ];
}
