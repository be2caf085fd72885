// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { CardsImportReport, ImportReport } from '../../../../contract/code-imports.ts';
import type { Clock } from '../../../platform/clock.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import { answerOnce } from '../../../platform/db/answer-once.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { findCardsByName, hasGiftCard } from '../gift-cards/gift-card-store.ts';
import type { WorthDeps } from '../gift-cards/measure-price.ts';
import { noteRestock } from '../gift-cards/notify-of-restock.ts';
import { type CodesFile, type DoubtfulLine, readCodesFile } from './codes-csv.ts';
import { type Entry, findImplausible } from './find-implausible.ts';
import { findKnownFingerprints, insertCodesOfCards } from './gift-card-code-store.ts';
import { findLostFingerprints } from './lost-code-store.ts';
import { getFingerprint, sealCode } from './seal-code.ts';
import { skipOverpriced } from './skip-overpriced.ts';

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

interface ImportChoices {
  actorId: string;
  file: Buffer;
  isDryRun: boolean;
  /** Whether the import skips codes of an unusual form. */
  leavesImplausible: boolean;
  /** The cost of each code in US cents, unless its line gives one; undefined if unknown. */
  costCents?: number | undefined;
  idempotencyKey: string;
}
export interface CodesImport extends ImportChoices {
  giftCardId: string;
}

export interface ImportDeps {
  db: Database;
  clock: Clock;
  vault: Vault;
  /** Null: codes may cost more than their card's price, since cards may be sold below cost. */
  worth: WorthDeps | null;
}

/**
 * Adds the codes of a CSV file to a gift card's stock; a dry run reports what it would add. Lines without a code and
 * known codes are skipped and reported, so importing a file twice adds nothing the second time. Codes of an unusual
 * form are reported, and skipped unless the call asks for them. A code that cost more than its card's price counts as
 * malformed (docs/rules/codes.md). Refuses `not_found` and `codes_unreadable`.
 */
export async function importCodes(
  { giftCardId, ...input }: CodesImport,
  { db, clock, vault, worth }: ImportDeps,
): Promise<ImportReport | Refusal> {
  const file = readCodesFile(input.file, { namesCards: false, now: clock.now() });
  if (isRefusal(file)) return file;
  return db.transaction<ImportReport | Refusal>(async (tx) => {
    if (!(await hasGiftCard(tx, giftCardId))) return refuse('not_found');
    return importOnce(tx, { operation: 'shop.import', giftCardId }, input, async () => {
      const { entries: own, strays } = await keepOwn(tx, file, giftCardId);
      const { entries, tooDear } = await skipOverpriced(tx, own, { costCents: input.costCents, worth });
      const found = await addAndCount(tx, { ...file, entries }, input, vault);
      const { added, duplicates, soldBefore, implausible } = found;
      const allMalformed = byLine([...file.malformed, ...strays, ...tooDear]);
      const report = {
        added: added.length,
        duplicates: getLines(duplicates),
        soldBefore: getLines(soldBefore),
        malformed: allMalformed,
        implausible: implausible.map(({ line, why }) => ({ line, why })),
        ...describeFile(file),
      };
      const malformed = allMalformed.length;
      if (!input.isDryRun) await recordImport(tx, input, giftCardId, { ...getCounts(report), malformed });
      return report;
    });
  });
}

/**
 * The same for a file that names a card in each line, by id or title: for all cards together or, if anything fails, for
 * none. Lines with an unknown card are skipped and reported; the others are imported. For a repeated code, the first
 * line counts, no matter which card later lines name. Refuses `codes_unreadable`.
 */
export async function importCodesOfCards(
  input: ImportChoices,
  { db, clock, vault, worth }: ImportDeps,
): Promise<CardsImportReport | Refusal> {
  const file = readCodesFile(input.file, { namesCards: true, now: clock.now() });
  if (isRefusal(file)) return file;
  return db.transaction<CardsImportReport | Refusal>((tx) =>
    importOnce(tx, { operation: 'shop.import-several' }, input, async () => {
      const { entries: all, titles, unknownCards } = await resolveCards(tx, file, input);
      const { entries, tooDear } = await skipOverpriced(tx, all, { costCents: input.costCents, worth });
      const of = { ...file, entries };
      const { added, duplicates, soldBefore, implausible } = await addAndCount(tx, of, input, vault);
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
        malformed: byLine([...file.malformed, ...tooDear]),
        implausible: implausible.map(({ line, why }) => ({ line, why })),
        ...describeFile(file),
        unknownCards,
        cards,
      };
    }),
  );
}

/**
 * Finds each line's card, in file order, and the lines with an unknown card. If the columns are swapped, an unknown
 * name is really a code. An import's response is stored, so it must not repeat such names.
 */
async function resolveCards(
  tx: Tx,
  file: CodesFile,
  { isDryRun }: ImportChoices,
): Promise<{ entries: Entry[]; titles: Map<string, string>; unknownCards: DoubtfulLine[] }> {
  const found = await findCardsByName(tx, [...new Set(file.codes.map(({ card = '' }) => card))]);
  const entries: Entry[] = [];
  const titles = new Map<string, string>();
  const unknownCards: DoubtfulLine[] = [];
  for (const { line, card = '', ...code } of file.codes) {
    if (!card) {
      unknownCards.push({ line, why: 'it names no card' });
      continue;
    }
    const [match, ...others] = found.get(card) ?? [];
    if (!match) {
      unknownCards.push({
        line,
        why: isDryRun ? `no card has the title or id "${shortened(card)}"` : 'no card has this title or id',
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

const describeFile = ({ columns: { headingLine, list }, notes }: CodesFile) => ({
  headingLine,
  columns: list,
  notes,
});

/** For one card: the file's lines for it, and lines that name another card. */
async function keepOwn(
  tx: Tx,
  { codes }: CodesFile,
  giftCardId: string,
): Promise<{ entries: Entry[]; strays: DoubtfulLine[] }> {
  const names = new Set(codes.flatMap(({ card }) => card || []));
  const found = await findCardsByName(tx, [...names]);
  const isStray = ({ card }: { card?: string }) =>
    card !== undefined && card !== '' && !found.get(card)?.some(({ id }) => id === giftCardId);
  const entries = codes.flatMap(({ card, ...entry }) =>
    isStray({ ...(card !== undefined && { card }) }) ? [] : [{ ...entry, giftCardId }],
  );
  const why = 'it names another card: use Import Codes above the list of cards';
  return { entries, strays: codes.filter(isStray).map(({ line }) => ({ line, why })) };
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
 * Which entries were added (or would be), known or repeated, or sold before a restore, and which new ones look
 * implausible.
 */
async function addAndCount(
  tx: Tx,
  {
    entries: codes,
    suspect,
    isDoubtful,
  }: Pick<CodesFile, 'suspect' | 'isDoubtful'> & { entries: readonly Entry[] },
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
  const implausible = await findImplausible(tx, fresh, { all: codes, suspect, isDoubtful });
  const left = new Set(leavesImplausible ? implausible.map(({ line }) => line) : []);
  const taken = fresh.filter(({ line }) => !left.has(line));
  const duplicates = [...repeated, ...first.filter((entry) => isIn(known, entry))];
  if (isDryRun) return { added: taken, duplicates, soldBefore, implausible };
  const sealed = taken.map(({ code, pin, giftCardId, costCents: own = costCents }) => ({
    ...sealCode(vault, code, pin),
    giftCardId,
    costCents: own ?? null,
  }));
  const prints = await insertCodesOfCards(tx, { codes: sealed });
  await noteRestock(tx, [...new Set(taken.map(({ giftCardId }) => giftCardId))]);
  // Another import may have added some of them since the lookup.
  const late = taken.filter((entry) => !isIn(prints, entry));
  const added = taken.filter((entry) => isIn(prints, entry));
  return { added, duplicates: [...duplicates, ...late], soldBefore, implausible };
}

const byLine = (lines: DoubtfulLine[]): DoubtfulLine[] => lines.sort((a, b) => a.line - b.line);

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

/** One audit entry per card instead of one per call, so that each card's history shows the source of its codes. */
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
