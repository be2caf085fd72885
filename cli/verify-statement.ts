// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { plural } from '../contract/amounts.ts';
import { checkEntries, type SealFault, unprovedMs } from '../contract/seal-check.ts';
import { askUntilCurrent, checkContinued, toSeen } from '../contract/seal-memory.ts';
import { areKeysSound, findSigner, isHeadSigned, verifyByWebCrypto } from '../contract/seal-proof.ts';
import { type SealedEntries, sealedStatement, sealsApi } from '../contract/seals.ts';
import type { HistoryEntry } from '../contract/wallet.ts';
import { CommandError, type Outcome } from './answer.ts';
import { callerPath } from './caller-path.ts';
import { exitCodes } from './exit-codes.ts';

const meanings: Record<SealFault, string> = {
  keys: 'the key before does not vouch for a key',
  head: 'the key of that time did not sign the root',
  entry: 'the ledger does not contain a line as the statement shows it',
  unproved: `a line has no proof, though transfers are sealed within ${unprovedMs / 60_000} minutes: export the statement again`,
  'other-log': 'the site has another ledger',
  'unknown-key': "the key that signed it does not vouch for the site's key",
  older: "the site's ledger has fewer entries than this one: entries were removed",
  'not-continued': "the site's ledger does not contain this one: one of them was rewritten",
};

async function read(site: string, path: string): Promise<unknown> {
  const answer = await fetch(new URL(`/api/v1${path}`, site), { signal: AbortSignal.timeout(30_000) });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${site} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: unknown }).data;
}

async function checkToday(site: string, { log, head }: SealedEntries): Promise<SealFault[]> {
  if (!head) return [];
  const seen = toSeen(log, head);
  const today = await askUntilCurrent(
    () => seen,
    async () => sealsApi.head.data.parse(await read(site, sealsApi.head.path)),
  );
  if (!(await areKeysSound(today.log, verifyByWebCrypto))) return ['keys'];
  if (today.head && !(await isHeadSigned(today.log, today.head, verifyByWebCrypto))) return ['head'];
  const fault = await checkContinued(seen, today, async (from, to) => {
    const proof = await read(site, `${sealsApi.consistency.path}?from=${from}&to=${to}`);
    return proof === null ? null : sealsApi.consistency.data.parse(proof).hashes;
  });
  return fault ? [fault] : [];
}

interface Findings {
  lines: string[];
  faults: Set<SealFault>;
  /** Recent lines that aren't sealed yet. */
  open: number;
}

/** Checks one batch, and removes its lines from `left`. */
async function checkPart(
  part: SealedEntries,
  { playerId, left }: { playerId: string; left: HistoryEntry[] },
  findings: Findings,
): Promise<void> {
  const answered = new Set(part.entries.map(({ transferId }) => transferId));
  const own = left.filter(({ _id }) => answered.has(_id));
  const checked = await checkEntries(own, playerId, part, verifyByWebCrypto, Date.now());
  for (const [id, entry] of checked.entries) {
    const say = (line: string) => findings.lines.push(line);
    if (!entry) say(`open   transfer ${id} is not sealed yet`);
    else if (entry.isRight) say(`right  transfer ${id} is entry ${entry.place} of ${part.head?.size}`);
    else if (entry.place === 0) say(`WRONG  transfer ${id} has no proof`);
    else say(`WRONG  transfer ${id} is not what was sealed`);
    if (!entry) findings.open++;
  }
  for (const fault of checked.faults) findings.faults.add(fault);
  left.splice(0, left.length, ...left.filter(({ _id }) => !answered.has(_id)));
}

/**
 * Without the site, a file only proves that it matches its own key. Readers must compare that key with the published
 * one.
 */
function describeSigners(seals: readonly SealedEntries[]): string[] {
  const signers = new Set(
    seals.flatMap(({ log, head }) => {
      const key = head && findSigner(log, head.size)?.publicKey;
      return key ? [`Signed by the key ${key} of ${log.origin}`] : [];
    }),
  );
  return [...signers];
}

/** Exit code: everything is correct, but lines of the last five minutes have no proof yet. */
const notSealedYet = 2;

/**
 * Checks a saved statement with its proofs, without the site: keys, signature and position of each line.
 * @param site its address (https://...): also checks that today's ledger contains the statement's ledger
 * @returns exit code 2 if everything is correct except for lines of the last five minutes, which aren't sealed yet
 * @throws CommandError with exit code 1 if the file can't be read, or isn't a statement
 */
export async function checkStatement(file: string | undefined, site: string | undefined): Promise<Outcome> {
  try {
    if (file === undefined) throw new Error('Give the file of the saved statement');
    return await check(file, site);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), exitCodes.wrong);
  }
}

async function check(file: string, site: string | undefined): Promise<Outcome> {
  const text = readFileSync(callerPath(file), 'utf8');
  const { playerId, lines: statement, seals } = sealedStatement.parse(JSON.parse(text));
  if (statement.length === 0) throw new Error('The statement has no lines, so there is nothing to prove');
  const lines = [
    `Statement of player ${playerId}: ${plural(statement.length, 'line')}`,
    ...describeSigners(seals),
  ];
  const findings: Findings = { lines, faults: new Set(), open: 0 };
  const left = [...statement];
  for (const part of seals) {
    await checkPart(part, { playerId, left }, findings);
    if (site) for (const fault of await checkToday(site, part)) findings.faults.add(fault);
  }
  for (const { _id } of left) lines.push(`WRONG  transfer ${_id} has no proof`);
  if (left.length > 0) findings.faults.add('entry');
  for (const fault of findings.faults) lines.push(`WRONG  ${meanings[fault]}`);
  if (!site) lines.push(`To compare the key and the root with what the site publishes, add its address`);
  const isWrong = findings.faults.size > 0;
  const result = { playerId, faults: [...findings.faults], notSealedYet: findings.open };
  return { lines, result, isWrong, ...(!isWrong && findings.open > 0 && { exitCode: notSealedYet }) };
}
