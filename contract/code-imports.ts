// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';

const importColumn = z.object({
  heading: z.string(),
  /** `expires` is checked and not kept. */
  use: z.enum(['code', 'pin', 'card', 'cost', 'expires', 'unused']),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const importReport = z.object({
  /** Codes that were added, or would be in a dry run. */
  added: amount,
  /** Lines whose code is in an earlier line or already known. */
  duplicates: z.array(z.int()),
  /** Lines whose code was sold or shown, of which a restored database has no record. They are left out. */
  soldBefore: z.array(z.int()),
  malformed: z.array(z.object({ line: z.int(), why: z.string() })),
  /** New codes with an unusual form; left out unless the caller chose to take them: then included in `added`. */
  implausible: z.array(z.object({ line: z.int(), why: z.string() })),
  /** The line with the headings; null if the file has none. */
  headingLine: z.int().nullable(),
  /** Its columns, each with what it is read as; empty without headings. */
  columns: z.array(importColumn),
  /** What to know before importing, in words: columns that are not used, a first line that looks like a heading. */
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;

/** The same for a file with codes of several cards. Each line is counted in exactly one of these. */
export const cardsImportReport = importReport.extend({
  /** Lines whose card does not exist or is ambiguous. */
  unknownCards: z.array(z.object({ line: z.int(), why: z.string() })),
  /** The cards that the file names, in its order, each with its share of the counts above. */
  cards: z.array(
    z.object({ _id: id, title: z.string(), added: amount, duplicates: amount, implausible: amount }),
  ),
});
export type CardsImportReport = z.infer<typeof cardsImportReport>;

/** Most that a code may cost: 100,000 dollars. */
export const maxCodeCostCents = 10_000_000;

/** The options of an import of codes, sent along with the file. */
export const importChoices = z.object({
  dryRun: z.enum(['true', 'false']).default('false'),
  /** What to do with codes that have an unusual form. */
  implausible: z.enum(['take', 'leave']).default('leave'),
  /** What each code cost, in US cents, unless its line says so. */
  costCents: asNumber(z.int().min(0).max(maxCodeCostCents)).optional(),
});
export const codesFile = z.object({
  file: z.string('Please select a file').min(1, 'Please select a file').max(255),
});
