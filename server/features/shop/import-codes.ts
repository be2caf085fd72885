import { createHash } from 'node:crypto';
import type { ImportReport } from '../../../contract/shop-admin.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import { answerOnce } from '../../platform/db/answer-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { hasGiftCard } from './card-store.ts';
import { codeDoubt, usualLength } from './code-form.ts';
import { codeLengths, insertCodes, knownFingerprints } from './code-store.ts';
import { type CodesFile, type DoubtfulLine, readCodesFile } from './codes-csv.ts';
import type { ShopDeps } from './deps.ts';
import { fingerprintOf, sealCode } from './seal-code.ts';

interface Entry {
  line: number;
  code: string;
  fingerprint: Buffer;
}

/** The first line of each code, and the lines that repeat one. */
function distinct(entries: readonly Entry[]): { first: Entry[]; repeated: Entry[] } {
  const seen = new Set<string>();
  const first: Entry[] = [];
  const repeated: Entry[] = [];
  for (const entry of entries) {
    const print = entry.fingerprint.toString('hex');
    (seen.has(print) ? repeated : first).push(entry);
    seen.add(print);
  }
  return { first, repeated };
}

/** New codes, and which of them look like none. */
interface Sorted {
  fresh: readonly Entry[];
  duplicates: readonly number[];
  implausible: readonly DoubtfulLine[];
}

function sortOut(
  entries: readonly Entry[],
  known: ReadonlySet<string>,
  lengths: ReadonlyMap<number, number>,
): Sorted {
  const { first, repeated } = distinct(entries);
  const isKnown = ({ fingerprint }: Entry) => known.has(fingerprint.toString('hex'));
  const fresh = first.filter((entry) => !isKnown(entry));
  const all = new Map(lengths);
  for (const { code } of fresh) all.set(code.length, (all.get(code.length) ?? 0) + 1);
  const usual = usualLength(all);
  const implausible = fresh.flatMap(({ line, code }) => {
    const why = codeDoubt(code, usual);
    return why ? [{ line, why }] : [];
  });
  const duplicates = [...repeated, ...first.filter(isKnown)].map(({ line }) => line);
  return { fresh, duplicates: duplicates.sort((a, b) => a - b), implausible };
}

export interface CodesImport {
  actorId: string;
  giftCardId: string;
  file: Buffer;
  isDryRun: boolean;
  /** Whether codes of an unusual form are left out. */
  leavesImplausible: boolean;
  idempotencyKey: string;
}

/**
 * Adds the codes of a CSV file to the stock of a gift card, or says in a dry run what it would add. Lines without a code
 * and codes that are known are left out and reported; so the same file twice adds nothing the second time. Codes of an
 * unusual form are reported, and left out where the call says so.
 * Refuses `not_found` and `codes_unreadable`.
 */
export async function importCodes(
  input: CodesImport,
  { db, vault }: Pick<ShopDeps, 'db' | 'vault'>,
): Promise<ImportReport | Refusal> {
  const file = readCodesFile(input.file);
  if (isRefusal(file)) return file;
  const entries = file.codes.map((entry) => ({ ...entry, fingerprint: fingerprintOf(vault, entry.code) }));
  const { giftCardId, leavesImplausible } = input;
  return db.transaction<ImportReport | Refusal>(async (tx) => {
    if (!(await hasGiftCard(tx, giftCardId))) return refuse('not_found');
    const work = () => addOrCount(tx, entries, file, input, vault);
    if (input.isDryRun) return work();
    const { actorId, idempotencyKey: key } = input;
    const sent = createHash('sha256').update(input.file).digest('hex');
    const request = { operation: 'shop.import', giftCardId, sent, leavesImplausible };
    return answerOnce<ImportReport>(tx, { playerId: actorId, key, input: request }, work);
  });
}

async function addOrCount(
  tx: Tx,
  entries: readonly Entry[],
  file: CodesFile,
  input: CodesImport,
  vault: Vault,
): Promise<ImportReport> {
  const { giftCardId, leavesImplausible } = input;
  const prints = entries.map(({ fingerprint }) => fingerprint);
  const known = await knownFingerprints(tx, prints);
  const { fresh, duplicates, implausible } = sortOut(entries, known, await codeLengths(tx, giftCardId));
  const left = new Set(leavesImplausible ? implausible.map(({ line }) => line) : []);
  const taken = fresh.filter(({ line }) => !left.has(line));
  const report = { duplicates: [...duplicates], malformed: file.malformed, implausible: [...implausible] };
  if (input.isDryRun) return { added: taken.length, ...report };
  const codes = taken.map(({ code }) => sealCode(vault, code));
  const added = await insertCodes(tx, { giftCardId, purchaseId: null, codes });
  // Another import may have brought some of them since they were looked up.
  const late = taken.filter(({ fingerprint }) => !added.has(fingerprint.toString('hex')));
  report.duplicates = [...duplicates, ...late.map(({ line }) => line)].sort((a, b) => a - b);
  const done = { added: added.size, ...report };
  await recordImport(tx, input, done);
  return done;
}

function recordImport(
  tx: Tx,
  { actorId, giftCardId }: { actorId: string; giftCardId: string },
  { added, duplicates, malformed, implausible }: ImportReport,
): Promise<void> {
  return recordAdminChange(tx, {
    actorId,
    action: 'gift-card.import-codes',
    subject: `gift-card:${giftCardId}`,
    before: null,
    after: {
      added,
      duplicates: duplicates.length,
      malformed: malformed.length,
      ...(implausible.length > 0 && { implausible: implausible.length }),
    },
    reason: '',
  });
}
