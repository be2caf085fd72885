/**
 * `npm run verify-draw -- <address or file>`: works a published draw out again and says whether it is right. Takes the
 * address of the answer (`.../api/v1/giveaways/{id}/draw`), or a file with it. Exit code 1 when anything is wrong.
 */
import { readFileSync } from 'node:fs';
import { verifyDraw } from '../contract/draw.ts';
import { drawRecord } from '../contract/giveaways.ts';

const meanings = {
  algorithm: 'The draw was made by the rules that are known here',
  commitment: 'Seed and terms are the ones that were promised before anybody entered',
  entrants: 'The list of entries is the one that was drawn from, in its order',
  winners: 'The winners follow from seed and list',
} as const;

async function read(place: string): Promise<unknown> {
  if (!/^https?:/.test(place)) return JSON.parse(readFileSync(place, 'utf8'));
  const answer = await fetch(place, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function main(place: string | undefined): Promise<boolean> {
  if (!place) throw new Error('Say what to verify: npm run verify-draw -- <address or file>');
  const published = await read(place);
  const isWrapped = typeof published === 'object' && published !== null && 'data' in published;
  const record = drawRecord.parse(isWrapped ? published.data : published);
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
