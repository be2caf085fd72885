// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { treeHead } from '../../../../contract/seals.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { readOrigin } from '../read-log.ts';
import { listHeads } from '../seal-store.ts';

const keptHead = treeHead.extend({ origin: z.string() });
const maxBreaches = 20;

function parseLine(line: string): z.infer<typeof keptHead> | undefined {
  try {
    return keptHead.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Compares the heads that a witness kept, one line of JSON each, with those of the log. */
export async function auditWitness(
  db: Queryable,
  kept: string,
): Promise<{ claim: string; breaches: string[] }> {
  const origin = await readOrigin(db);
  const breaches: string[] = [];
  for (const [place, line] of kept.split('\n').entries()) {
    if (line.trim() === '' || breaches.length === maxBreaches) continue;
    const head = parseLine(line);
    if (!head) {
      breaches.push(`line ${place + 1} is no tree head`);
      continue;
    }
    const [own] = await listHeads(db, head.size - 1, 1);
    const what = `the head of ${head.size} leaves that the witness has`;
    if (head.origin !== origin) breaches.push(`${what} is of another log`);
    else if (own?.size !== head.size) breaches.push(`${what} is not in the log`);
    else if (own.root.toString('hex') !== head.root) breaches.push(`${what} has another root`);
  }
  return { claim: 'The log has every tree head that the witness kept', breaches };
}
