import { createHash } from 'node:crypto';
import type { ImportReport } from '../../../contract/shop-admin.ts';
import { recordAdminChange } from '../../platform/db/admin-changes.ts';
import { answerOnce } from '../../platform/db/answer-once.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { hasGiftCard } from './card-store.ts';
import { insertCodes, knownFingerprints } from './code-store.ts';
import { type CodesFile, readCodesFile } from './codes-csv.ts';
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

function reportOf(
  entries: readonly Entry[],
  isNew: (entry: Entry) => boolean,
  file: CodesFile,
): ImportReport {
  const { first, repeated } = distinct(entries);
  const duplicates = [...repeated, ...first.filter((entry) => !isNew(entry))].map(({ line }) => line);
  return {
    added: first.filter(isNew).length,
    duplicates: duplicates.sort((a, b) => a - b),
    malformed: file.malformed,
  };
}

/**
 * Adds the codes of a CSV file to the stock of a gift card, or says in a dry run what it would add. Lines without a code
 * and codes that are known are left out and reported; so the same file twice adds nothing the second time.
 * Refuses `not_found` and `codes_unreadable`.
 */
export async function importCodes(
  input: { actorId: string; giftCardId: string; file: Buffer; isDryRun: boolean; idempotencyKey: string },
  { db, vault }: Pick<ShopDeps, 'db' | 'vault'>,
): Promise<ImportReport | Refusal> {
  const file = readCodesFile(input.file);
  if (isRefusal(file)) return file;
  const entries = file.codes.map((entry) => ({ ...entry, fingerprint: fingerprintOf(vault, entry.code) }));
  return db.transaction<ImportReport | Refusal>(async (tx) => {
    if (!(await hasGiftCard(tx, input.giftCardId))) return refuse('not_found');
    if (input.isDryRun) {
      const prints = entries.map(({ fingerprint }) => fingerprint);
      const known = await knownFingerprints(tx, prints);
      return reportOf(entries, ({ fingerprint }) => !known.has(fingerprint.toString('hex')), file);
    }
    const { actorId, giftCardId, idempotencyKey: key } = input;
    const sent = createHash('sha256').update(input.file).digest('hex');
    const request = { playerId: actorId, key, input: { operation: 'shop.import', giftCardId, sent } };
    return answerOnce<ImportReport>(tx, request, async () => {
      const codes = distinct(entries).first.map(({ code }) => sealCode(vault, code));
      const added = await insertCodes(tx, { giftCardId, purchaseId: null, codes });
      const report = reportOf(entries, ({ fingerprint }) => added.has(fingerprint.toString('hex')), file);
      await recordImport(tx, input, report);
      return report;
    });
  });
}

function recordImport(
  tx: Tx,
  { actorId, giftCardId }: { actorId: string; giftCardId: string },
  { added, duplicates, malformed }: ImportReport,
): Promise<void> {
  return recordAdminChange(tx, {
    actorId,
    action: 'gift-card.import-codes',
    subject: `gift-card:${giftCardId}`,
    before: null,
    after: { added, duplicates: duplicates.length, malformed: malformed.length },
    reason: '',
  });
}
