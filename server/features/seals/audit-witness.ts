// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { treeHead } from '../../../contract/seals.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { toWitnessLine } from './notify-witness.ts';
import { readOrigin } from './read-log.ts';
import { toHead } from './seal-keys.ts';
import { readHeads } from './seal-store.ts';

const keptHead = treeHead.extend({ origin: z.string() });
const maxBreaches = 20;

function parseLine(line: string): z.infer<typeof keptHead> | undefined {
  try {
    return keptHead.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A witness gets a head within seconds; heads younger than this may be missing from its file. */
const witnessGraceMs = 5 * 60_000;

interface Kept {
  roots: Map<number, Set<string>>;
  breaches: string[];
  /** Lines without a valid head, by their number. */
  unread: Map<number, string>;
}

/** The witness's heads by size, and the invalid lines. */
function readKept(kept: string, origin: string): Kept {
  const roots = new Map<number, Set<string>>();
  const breaches: string[] = [];
  const unread = new Map<number, string>();
  for (const [place, line] of kept.split('\n').entries()) {
    if (line.trim() === '') continue;
    const head = parseLine(line);
    if (!head) unread.set(place + 1, line);
    else if (head.origin !== origin)
      breaches.push(`the witness's head of ${head.size} leaves belongs to another log`);
    else roots.set(head.size, (roots.get(head.size) ?? new Set()).add(head.root));
  }
  return { roots, breaches, unread };
}

/**
 * Removes beginnings of this line from `unread`: a process that was killed while writing left them. Only the whole
 * line, which the next process writes, proves the head.
 */
function discardPartialLines(unread: Map<number, string>, line: string): number[] {
  const torn = [...unread].filter(([, beginning]) => line.startsWith(beginning)).map(([place]) => place);
  for (const place of torn) unread.delete(place);
  return torn;
}

/**
 * Compares a witness's heads, one line of JSON each, with those of the log, both ways: a file without some of the log's
 * heads proves nothing about them.
 */
export async function auditWitness(
  db: Queryable,
  kept: string,
  now: Date,
): Promise<{ claim: string; breaches: string[] }> {
  const origin = await readOrigin(db);
  const { roots, breaches, unread } = readKept(kept, origin);
  const torn: number[] = [];
  let [compared, upTo, lacking, firstLacking] = [0, 0, 0, 0];
  for await (const head of readHeads(db)) {
    const { size, root, sealedAt } = head;
    torn.push(...discardPartialLines(unread, toWitnessLine(origin, toHead(head))));
    const known = roots.get(size);
    roots.delete(size);
    if (known) {
      [compared, upTo] = [compared + 1, size];
      if (known.size > 1 || !known.has(root.toString('hex')))
        breaches.push(`the witness's head of ${size} leaves has another root`);
    } else if (now.getTime() - sealedAt.getTime() > witnessGraceMs) {
      if (lacking === 0) firstLacking = size;
      lacking++;
    }
  }
  for (const size of roots.keys()) breaches.push(`the witness's head of ${size} leaves is not in the log`);
  for (const place of unread.keys()) breaches.push(`line ${place} is not a tree head`);
  if (lacking > 0)
    breaches.push(`the witness lacks ${lacking} of the log's heads, from ${firstLacking} leaves on`);
  if (compared === 0) breaches.push('no head could be compared');
  const named = torn
    .sort((one, other) => one - other)
    .map((place) => `; line ${place} is cut off and ignored`);
  return {
    claim: `The log and the witness have the same tree heads: ${compared} compared, up to size ${upTo}${named.join('')}`,
    breaches:
      breaches.length > maxBreaches
        ? [...breaches.slice(0, maxBreaches), `and ${breaches.length - maxBreaches} more`]
        : breaches,
  };
}
