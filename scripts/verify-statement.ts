// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run verify-statement -- <file> [address]`: checks a statement that was saved with its proofs, without the site: keys,
 * signature and place of each line. With the site's address (https://...) it also checks that today's ledger contains the
 * one that the statement is from. Exit code 1 if anything is wrong.
 */
import { readFileSync } from 'node:fs';
import { checkContinued, checkEntries, type SealFault } from '../contract/seal-check.ts';
import { verifyByWebCrypto } from '../contract/seal-proof.ts';
import { type SealedEntries, sealedStatement, sealsApi } from '../contract/seals.ts';

const meanings: Record<SealFault, string> = {
  keys: 'a key is not vouched for by the one before it',
  head: 'the root is not signed by the key of its size',
  entry: 'a line is not in the ledger as it stands there',
  'other-log': 'the site has another ledger',
  'unknown-key': 'the key that signed it does not vouch for the one of the site',
  'not-continued': 'the ledger of the site does not contain this one: one of them was rewritten',
};

async function read(site: string, path: string): Promise<unknown> {
  const answer = await fetch(new URL(`/api/v1${path}`, site), { signal: AbortSignal.timeout(30_000) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${site} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}

async function checkToday(site: string, { log, head }: SealedEntries): Promise<SealFault[]> {
  if (!head) return [];
  const today = sealsApi.head.data.parse(await read(site, sealsApi.head.path));
  const seen = { origin: log.origin, size: head.size, root: head.root, keyId: head.keyId };
  const fault = await checkContinued(seen, today, async (from, to) => {
    const proof = await read(site, `${sealsApi.consistency.path}?from=${from}&to=${to}`);
    return proof === null ? null : sealsApi.consistency.data.parse(proof).hashes;
  });
  console.log(`Leaves of today's ledger: ${today.head?.size ?? 0}`);
  return fault ? [fault] : [];
}

async function main(file: string | undefined, site: string | undefined): Promise<boolean> {
  if (!file) throw new Error('Say what to verify: npm run verify-statement -- <file> [address of the site]');
  const { playerId, lines, seals } = sealedStatement.parse(JSON.parse(readFileSync(file, 'utf8')));
  const faults = new Set<SealFault>();
  const left = new Map(lines.map((line) => [line._id, line]));
  for (const part of seals) {
    const own = part.entries.flatMap(({ transferId }) => left.get(transferId) ?? []);
    const checked = await checkEntries(own, playerId, part, verifyByWebCrypto);
    for (const [id, entry] of checked.entries) {
      left.delete(id);
      if (!entry) console.log(`open   transfer ${id} was not sealed yet`);
      else if (entry.isRight)
        console.log(`right  transfer ${id} is entry ${entry.place} of ${part.head?.size}`);
      else console.log(`WRONG  transfer ${id} is not what was sealed`);
    }
    for (const fault of checked.faults) faults.add(fault);
    if (site) for (const fault of await checkToday(site, part)) faults.add(fault);
  }
  for (const id of left.keys()) console.log(`WRONG  transfer ${id} has no proof`);
  for (const fault of faults) console.log(`WRONG  ${meanings[fault]}`);
  return faults.size + left.size === 0;
}

try {
  process.exitCode = (await main(process.argv[2], process.argv[3])) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
