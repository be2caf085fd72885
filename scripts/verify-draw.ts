// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run verify-draw -- <address or file>`: repeats a published draw and says whether it is right. Takes the address of
 * the answer (`.../api/v1/giveaways/{id}/draw`, whose list it fetches if that is a separate file), or a file with the whole
 * record. Exit code 1 if anything is wrong.
 */
import { readFileSync } from 'node:fs';
import { type DrawRecord, fromListFile, verifyDraw } from '../contract/draw.ts';
import { drawRecord } from '../contract/giveaways.ts';

const meanings = {
  algorithm: 'The draw was made by the rules that are known here',
  commitment: 'Seed and terms are the ones that were promised before anybody entered',
  entrants: 'The list of entries is the one that was drawn from, in its order',
  winners: 'The winners follow from seed and list',
} as const;

async function ask(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(120_000) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** The whole record: for a long list the answer only has its length. */
async function read(place: string): Promise<DrawRecord> {
  const isAddress = /^https?:/.test(place);
  const published: unknown = JSON.parse(isAddress ? await ask(place) : readFileSync(place, 'utf8'));
  const isWrapped = typeof published === 'object' && published !== null && 'data' in published;
  const record = { ...((isWrapped ? published.data : published) as object) };
  if (isAddress && !('entrants' in record)) {
    const list = fromListFile(await ask(`${place.replace(/\/$/, '')}/entrants`));
    return drawRecord.parse({ ...record, entrants: list });
  }
  return drawRecord.parse(record);
}

async function main(place: string | undefined): Promise<boolean> {
  if (!place) throw new Error('Say what to verify: npm run verify-draw -- <address or file>');
  const record = await read(place);
  const { title, winnerCount, prizeAmount, prizeType } = record.terms;
  console.log(`${title}: ${winnerCount} x ${prizeAmount} ${prizeType}, ${record.entrants.length} entries`);
  const checks = await verifyDraw(record);
  for (const { what, isRight, found } of checks) {
    console.log(`${isRight ? 'right' : 'WRONG'}  ${meanings[what]}\n       ${found}`);
  }
  return checks.every(({ isRight }) => isRight);
}

try {
  process.exitCode = (await main(process.argv[2])) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
