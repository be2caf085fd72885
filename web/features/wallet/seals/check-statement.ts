// SPDX-License-Identifier: Apache-2.0

import { type CheckedEntry, checkEntries, type SealFault } from '../../../../contract/seal-check.ts';
import {
  askUntilCurrent,
  checkContinued,
  findRestoreNotes,
  toSeen,
} from '../../../../contract/seal-memory.ts';
import type { VerifySignature } from '../../../../contract/seal-proof.ts';
import {
  type LeafProof,
  maxProofs,
  type RestoreNote,
  type SealedEntries,
  type SealedStatement,
  type SealLog,
  sealsApi,
  type TreeHead,
} from '../../../../contract/seals.ts';
import type { HistoryEntry } from '../../../../contract/wallet.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { findVerifier } from '../../../lib/find-verifier.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { type KeptLog, readSeenBefore, seenLog } from './seen-log.ts';

/** The parts of a line's proof. */
export interface Sealing {
  proof: LeafProof;
  log: SealLog;
  head: TreeHead;
}

export interface SealedLine extends CheckedEntry {
  /** Null if the proof is missing. */
  sealing: Sealing | null;
}

export interface StatementCheck {
  faults: SealFault[];
  /** The newest verified head; null if nothing is sealed yet. */
  head: TreeHead | null;
  /** By entry; null while the entry is new and not sealed yet. */
  lines: Map<string, SealedLine | null>;
  /** The log as this browser saw it before. */
  seen: KeptLog | null;
  /** The operator's signed notes about entries that this browser saw and that are gone. */
  restores: RestoreNote[];
}

function inParts(lines: readonly HistoryEntry[]): HistoryEntry[][] {
  const parts: HistoryEntry[][] = [];
  for (let at = 0; at < lines.length; at += maxProofs) parts.push(lines.slice(at, at + maxProofs));
  return parts;
}

function readProofs(lines: readonly HistoryEntry[], signal?: AbortSignal): Promise<SealedEntries> {
  const query = { transfers: lines.map(({ _id }) => _id).join(',') };
  return call(sealsApi.entries, { query }, { quiet: true, ...(signal && { signal }) });
}

async function askConsistency(from: number, to: number): Promise<readonly string[] | null> {
  try {
    return (await call(sealsApi.consistency, { query: { from, to } }, { quiet: true })).hashes;
  } catch (error) {
    // The log was longer before.
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The faults that a restore can explain. After a change of keys, nothing that the log says about itself counts. */
const explainedByRestore: readonly SealFault[] = ['older', 'not-continued'];

/** Compares the log with what this browser saw before, and stores it if it contains that. */
async function compareWithSeen({ log, head }: SealedEntries): Promise<SealFault[]> {
  const seen = seenLog.read();
  const fault = seen ? await checkContinued(seen, { log, head }, askConsistency) : undefined;
  if (fault) return [fault];
  // Another tab may have seen more.
  if (head && head.size >= (seenLog.read()?.size ?? 0))
    seenLog.write({ ...toSeen(log, head), seenAt: new Date(serverNow()).toISOString() });
  return [];
}

async function checkPart(
  part: readonly HistoryEntry[],
  playerId: string,
  answer: SealedEntries,
  verify: VerifySignature,
): Promise<Pick<StatementCheck, 'faults' | 'lines' | 'restores'>> {
  const { log, head } = answer;
  const lines: StatementCheck['lines'] = new Map();
  try {
    const { faults, entries } = await checkEntries(part, playerId, answer, verify, serverNow());
    const proofs = new Map(answer.entries.map(({ transferId, proof }) => [transferId, proof]));
    for (const [id, entry] of entries) {
      const proof = proofs.get(id);
      lines.set(id, entry && { ...entry, sealing: proof && head ? { proof, log, head } : null });
    }
    const isHeadRight = !faults.includes('keys') && !faults.includes('head');
    const ofMemory = isHeadRight ? await compareWithSeen(answer) : [];
    const seen = seenLog.read();
    const isExplained = seen && ofMemory.some((fault) => explainedByRestore.includes(fault));
    const restores = isExplained ? await findRestoreNotes(seen, log, verify) : [];
    return { faults: [...faults, ...ofMemory], lines, restores };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The answer isn't a valid proof.
    return { faults: ['entry'], lines, restores: [] };
  }
}

/** Checks lines of a player's statement against the published log, in this browser. */
export async function checkStatement(
  lines: readonly HistoryEntry[],
  playerId: string,
  signal?: AbortSignal,
): Promise<StatementCheck> {
  const verify = await findVerifier();
  const check: StatementCheck = {
    faults: [],
    head: null,
    lines: new Map(),
    seen: readSeenBefore(),
    restores: [],
  };
  for (const part of inParts(lines)) {
    const answer = await askUntilCurrent(seenLog.read, () => readProofs(part, signal));
    const found = await checkPart(part, playerId, answer, verify);
    check.faults = [...new Set([...check.faults, ...found.faults])];
    check.head = answer.head ?? check.head;
    check.restores = found.restores;
    for (const [id, line] of found.lines) check.lines.set(id, line);
  }
  return check;
}

/** The lines and their proofs, as a file. */
export async function readSealedStatement(
  lines: readonly HistoryEntry[],
  playerId: string,
): Promise<SealedStatement> {
  const seals: SealedEntries[] = [];
  for (const part of inParts(lines)) seals.push(await readProofs(part));
  return { playerId, lines: [...lines], seals };
}
