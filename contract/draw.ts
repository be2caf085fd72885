// SPDX-License-Identifier: Apache-2.0

/**
 * The draw of a giveaway, as anybody can do it again: in the server, in the browser and on the command line.
 *
 * Before anybody enters, the commitment is published: the SHA-256 of a secret seed and the terms. At the end the list
 * of entrants is frozen and the seed is published with it. Winners follow from both: anyone who holds the seed cannot
 * choose another one afterwards, and anyone who enters does not know it. docs/rules.md, Giveaways, says it in words.
 */

/** What is promised; part of the commitment. */
export interface DrawTerms {
  giveawayId: string;
  title: string;
  prizeType: 'GC' | 'XP';
  /** For each winner. */
  prizeAmount: number;
  winnerCount: number;
  /** ISO 8601. */
  startDate: string;
  endDate: string;
}

/** All that is published of a draw. */
export interface DrawRecord {
  algorithm: typeof drawAlgorithm;
  terms: DrawTerms;
  /** Hex SHA-256 of seed and terms, published from the beginning. */
  commitment: string;
  /** 32 secret bytes as hex, published at the draw. */
  seed: string;
  /** Pseudonyms of the entries, ascending. */
  entrants: readonly string[];
  /** Hex SHA-256 of the entrants, one a line. */
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

/** One line per term, in a fixed order: what the commitment is made of beside the seed. */
function termsText(terms: DrawTerms): string {
  const { giveawayId, title, prizeType, prizeAmount, winnerCount, startDate, endDate } = terms;
  return JSON.stringify([giveawayId, title, prizeType, prizeAmount, winnerCount, startDate, endDate]);
}

/** Hex SHA-256 that binds a seed (64 hex digits) to the terms. */
export function computeCommitment(seed: string, terms: DrawTerms): Promise<string> {
  return sha256(`${drawAlgorithm}\n${seed}\n${termsText(terms)}`);
}

/** The frozen list as a file, one entry a line: its SHA-256 is that of the list. */
export const toListFile = (entrants: readonly string[]): string => entrants.join('\n');
export const fromListFile = (file: string): string[] => (file === '' ? [] : file.split('\n'));

/** Hex SHA-256 of the frozen list. */
export function hashOfEntrants(entrants: readonly string[]): Promise<string> {
  return sha256(toListFile(entrants));
}

/** Evenly spread whole numbers out of HMAC-SHA-256(seed, list and counter). */
async function randomNumbers(seed: string, message: string): Promise<(below: number) => Promise<number>> {
  const usage = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(seed), usage, false, ['sign']);
  const range = 2 ** 48;
  let counter = 0;
  return async (below) => {
    // Numbers of the last, incomplete multiple would make some entrants likelier: they are passed over.
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
 * Draws without putting back, as the first steps of a Fisher-Yates shuffle. All entrants win where there are no more
 * of them than prizes.
 * @returns places of the winners in the list, from 0 on, in the order of the draw
 */
export async function drawPlaces(
  seed: string,
  list: { hash: string; length: number },
  winnerCount: number,
): Promise<number[]> {
  const next = await randomNumbers(seed, list.hash);
  // Only those that changed places: a long list is not needed for a few winners.
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
 * @param entrants ascending, each once
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
  /** What was worked out here, to be compared with what was published. */
  found: string;
}

function isAscending(entrants: readonly string[]): boolean {
  return entrants.every((entrant, place) => place === 0 || (entrants[place - 1] as string) < entrant);
}

/** Works the whole draw out again from what was published; every check must be right. */
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
