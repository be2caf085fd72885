// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { CardsImportReport, ImportReport } from '../../../../contract/code-imports.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import { answerOnce } from '../../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { findCardsByName, hasGiftCard } from '../gift-cards/gift-card-store.ts';
import { noteRestock } from '../gift-cards/tell-of-restock.ts';
import { codeDoubt, usualLength } from './code-form.ts';
import { type CardCodesFile, type DoubtfulLine, readCardCodesFile, readCodesFile } from './codes-csv.ts';
import { countCodeLengths, findKnownFingerprints, insertCodesOfCards } from './gift-card-code-store.ts';
import { findLostFingerprints } from './lost-code-store.ts';
import { getFingerprint, sealCode } from './seal-code.ts';

interface Entry {
  line: number;
  code: string;
  giftCardId: string;
  /** What it cost; undefined if its line does not say. */
  costCents?: number;
}
interface PrintedEntry extends Entry {
  fingerprint: Buffer;
}

/** The first line of each code, and the lines that repeat an earlier one. */
function distinct(entries: readonly PrintedEntry[]): { first: PrintedEntry[]; repeated: PrintedEntry[] } {
  const seen = new Set<string>();
  const first: PrintedEntry[] = [];
  const repeated: PrintedEntry[] = [];
  for (const entry of entries) {
    const print = entry.fingerprint.toString('hex');
    (seen.has(print) ? repeated : first).push(entry);
    seen.add(print);
  }
  return { first, repeated };
}

/** New codes that do not look like the others of their card. */
async function findImplausible(tx: Tx, fresh: readonly Entry[]): Promise<(Entry & DoubtfulLine)[]> {
  const lengths = await countCodeLengths(tx, [...new Set(fresh.map(({ giftCardId }) => giftCardId))]);
  for (const { giftCardId, code } of fresh) {
    const ofCard = lengths.get(giftCardId);
    ofCard?.set(code.length, (ofCard.get(code.length) ?? 0) + 1);
  }
  const usual = new Map([...lengths].map(([id, ofCard]) => [id, usualLength(ofCard)]));
  return fresh.flatMap((entry) => {
    const why = codeDoubt(entry.code, usual.get(entry.giftCardId));
    return why ? [{ ...entry, why }] : [];
  });
}

interface ImportChoices {
  actorId: string;
  file: Buffer;
  isDryRun: boolean;
  /** Whether codes of an unusual form are left out. */
  leavesImplausible: boolean;
  /** What each code cost, in US cents, unless its line says so; undefined if unknown. */
  costCents?: number | undefined;
  idempotencyKey: string;
}
export interface CodesImport extends ImportChoices {
  giftCardId: string;
}

interface Deps {
  db: Database;
  vault: Vault;
}

/**
 * Adds the codes of a CSV file to the stock of a gift card, or reports in a dry run what it would add. Lines without a code
 * and known codes are left out and reported, so importing the same file twice adds nothing the second time. Codes with an
 * unusual form are reported, and left out if the call says so.
 * Refuses `not_found` and `codes_unreadable`.
 */
export async function importCodes(
  { giftCardId, ...input }: CodesImport,
  { db, vault }: Deps,
): Promise<ImportReport | Refusal> {
  const file = readCodesFile(input.file);
  if (isRefusal(file)) return file;
  const entries = file.codes.map((entry) => ({ ...entry, giftCardId }));
  return db.transaction<ImportReport | Refusal>(async (tx) => {
    if (!(await hasGiftCard(tx, giftCardId))) return refuse('not_found');
    return importOnce(tx, { operation: 'shop.import', giftCardId }, input, async () => {
      const { added, duplicates, soldBefore, implausible } = await addAndCount(tx, entries, input, vault);
      const report = {
        added: added.length,
        duplicates: getLines(duplicates),
        soldBefore: getLines(soldBefore),
        malformed: file.malformed,
        implausible: implausible.map(({ line, why }) => ({ line, why })),
      };
      const malformed = file.malformed.length;
      if (!input.isDryRun) await recordImport(tx, input, giftCardId, { ...getCounts(report), malformed });
      return report;
    });
  });
}

/**
 * The same for a file that names a card in each line, by its id or its title: for all cards together or, if anything fails,
 * for none. Lines whose card is unknown are left out and reported; the others are imported. If a code is repeated, its first
 * line counts, no matter which card later lines name.
 * Refuses `codes_unreadable`.
 */
export async function importCodesOfCards(
  input: ImportChoices,
  { db, vault }: Deps,
): Promise<CardsImportReport | Refusal> {
  const file = readCardCodesFile(input.file);
  if (isRefusal(file)) return file;
  return db.transaction<CardsImportReport | Refusal>((tx) =>
    importOnce(tx, { operation: 'shop.import-several' }, input, async () => {
      const { entries, titles, unknownCards } = await resolveCards(tx, file, input);
      const { added, duplicates, soldBefore, implausible } = await addAndCount(tx, entries, input, vault);
      const cards = [...titles].map(([id, title]) => {
        const isSameCard = ({ giftCardId }: Entry) => giftCardId === id;
        const of = { added: added.filter(isSameCard), duplicates: duplicates.filter(isSameCard) };
        return { _id: id, title, ...getCounts({ ...of, implausible: implausible.filter(isSameCard) }) };
      });
      if (!input.isDryRun) {
        for (const { _id, title: _title, ...counts } of cards) await recordImport(tx, input, _id, counts);
      }
      return {
        added: added.length,
        duplicates: getLines(duplicates),
        soldBefore: getLines(soldBefore),
        malformed: file.malformed,
        implausible: implausible.map(({ line, why }) => ({ line, why })),
        unknownCards,
        cards,
      };
    }),
  );
}

/**
 * Finds each line's card, in the order of the file, and the lines whose card is unknown. If a file has its columns the other
 * way round, an unknown name is really a code. The response of an import is stored, so it must not repeat such names.
 */
async function resolveCards(
  tx: Tx,
  file: CardCodesFile,
  { isDryRun }: ImportChoices,
): Promise<{ entries: Entry[]; titles: Map<string, string>; unknownCards: DoubtfulLine[] }> {
  const found = await findCardsByName(tx, [...new Set(file.codes.map(({ card }) => card))]);
  const entries: Entry[] = [];
  const titles = new Map<string, string>();
  const unknownCards: DoubtfulLine[] = [];
  for (const { line, card, ...code } of file.codes) {
    const [match, ...others] = found.get(card) ?? [];
    if (!match) {
      unknownCards.push({
        line,
        why: isDryRun ? `there is no card "${shortened(card)}"` : 'there is no such card',
      });
    } else if (others.length > 0) {
      unknownCards.push({
        line,
        why: `${others.length + 1} cards are called "${shortened(card)}": name it by its id`,
      });
    } else {
      titles.set(match.id, match.title);
      entries.push({ line, ...code, giftCardId: match.id });
    }
  }
  return { entries, titles, unknownCards };
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}

/** A dry run changes nothing and may be repeated; an import runs once per key. */
function importOnce<Report>(
  tx: Tx,
  request: { operation: string; giftCardId?: string },
  { actorId, idempotencyKey: key, file, isDryRun, leavesImplausible, costCents }: ImportChoices,
  work: () => Promise<Report>,
): Promise<Report | Refusal> {
  if (isDryRun) return work();
  const sent = createHash('sha256').update(file).digest('hex');
  const input = { ...request, sent, leavesImplausible, costCents };
  return answerOnce<Report>(tx, { playerId: actorId, key, input }, work);
}

/**
 * Which entries were added (or would be), which are known or repeated, which were sold before a restore, and which of the
 * new ones look implausible.
 */
async function addAndCount(
  tx: Tx,
  codes: readonly Entry[],
  { isDryRun, leavesImplausible, costCents }: ImportChoices,
  vault: Vault,
): Promise<{
  added: readonly Entry[];
  duplicates: readonly Entry[];
  soldBefore: readonly Entry[];
  implausible: readonly (Entry & DoubtfulLine)[];
}> {
  const entries = codes.map((entry) => ({ ...entry, fingerprint: getFingerprint(vault, entry.code) }));
  const all = entries.map(({ fingerprint }) => fingerprint);
  const known = await findKnownFingerprints(tx, all);
  const lost = await findLostFingerprints(tx, all);
  const isIn = (prints: ReadonlySet<string>, { fingerprint }: PrintedEntry) =>
    prints.has(fingerprint.toString('hex'));
  const { first, repeated } = distinct(entries);
  const unknown = first.filter((entry) => !isIn(known, entry));
  const soldBefore = unknown.filter((entry) => isIn(lost, entry));
  const fresh = unknown.filter((entry) => !isIn(lost, entry));
  const implausible = await findImplausible(tx, fresh);
  const left = new Set(leavesImplausible ? implausible.map(({ line }) => line) : []);
  const taken = fresh.filter(({ line }) => !left.has(line));
  const duplicates = [...repeated, ...first.filter((entry) => isIn(known, entry))];
  if (isDryRun) return { added: taken, duplicates, soldBefore, implausible };
  const sealed = taken.map(({ code, giftCardId, costCents: own = costCents }) => ({
    ...sealCode(vault, code),
    giftCardId,
    costCents: own ?? null,
  }));
  const prints = await insertCodesOfCards(tx, { codes: sealed });
  await noteRestock(tx, [...new Set(taken.map(({ giftCardId }) => giftCardId))]);
  // Another import may have added some of them since they were looked up.
  const late = taken.filter((entry) => !isIn(prints, entry));
  const added = taken.filter((entry) => isIn(prints, entry));
  return { added, duplicates: [...duplicates, ...late], soldBefore, implausible };
}

function getLines(entries: readonly { line: number }[]): number[] {
  return entries.map(({ line }) => line).sort((a, b) => a - b);
}

type Counts = Record<'added' | 'duplicates' | 'implausible', number>;

function getCounts(report: {
  added: number | readonly unknown[];
  duplicates: readonly unknown[];
  implausible: readonly unknown[];
}): Counts {
  const { added, duplicates, implausible } = report;
  return {
    added: typeof added === 'number' ? added : added.length,
    duplicates: duplicates.length,
    implausible: implausible.length,
  };
}

/** One audit entry per card instead of one per call, so that each card's history shows where its codes came from. */
function recordImport(
  tx: Tx,
  { actorId, costCents }: ImportChoices,
  giftCardId: string,
  { implausible, ...counts }: Counts & { malformed?: number },
): Promise<unknown> {
  return recordAdminChange(tx, {
    actorId,
    action: 'gift-card.import-codes',
    subject: `gift-card:${giftCardId}`,
    before: null,
    after: {
      ...counts,
      ...(implausible > 0 && { implausible }),
      costCents,
    },
  });
}
