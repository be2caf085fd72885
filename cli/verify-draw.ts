// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { plural } from '../contract/amounts.ts';
import { type DrawRecord, fromListFile, verifyDraw } from '../contract/draw.ts';
import { drawRecord } from '../contract/giveaways.ts';
import type { Outcome } from './answer.ts';
import { callerPath } from './caller-path.ts';

const meanings = {
  algorithm: 'The draw uses rules that this program knows',
  commitment: 'Seed and terms match the commitment made before anyone entered',
  entrants: 'The list of entries is the one drawn from, in its order',
  winners: 'The seed and the list give these winners',
} as const;

async function ask(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(120_000) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Reads the whole record. For a long list, the answer contains only its length. */
async function read(place: string): Promise<DrawRecord> {
  const isAddress = /^https?:/.test(place);
  const published: unknown = JSON.parse(
    isAddress ? await ask(place) : readFileSync(callerPath(place), 'utf8'),
  );
  const isWrapped = typeof published === 'object' && published !== null && 'data' in published;
  const record = { ...((isWrapped ? published.data : published) as object) };
  if (isAddress && !('entrants' in record)) {
    const list = fromListFile(await ask(`${place.replace(/\/$/, '')}/entrants`));
    return drawRecord.parse({ ...record, entrants: list });
  }
  return drawRecord.parse(record);
}

/**
 * Repeats a published draw and reports whether it was correct.
 * @param place the address of the answer (`.../api/v1/giveaways/{id}/draw`; a list in a separate file is fetched too),
 * or a file with the whole record
 */
export async function checkDraw(place: string): Promise<Outcome> {
  const record = await read(place);
  const { title, winnerCount, prizeAmount, prizeType } = record.terms;
  const checks = await verifyDraw(record);
  return {
    lines: [
      `${title}: ${winnerCount} x ${prizeAmount} ${prizeType}, ${plural(record.entrants.length, 'entry', 'entries')}`,
      ...checks.map(
        ({ what, isRight, found }) => `${isRight ? 'right' : 'WRONG'}  ${meanings[what]}\n       ${found}`,
      ),
    ],
    result: checks,
    isWrong: !checks.every(({ isRight }) => isRight),
  };
}
