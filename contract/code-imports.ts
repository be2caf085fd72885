// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id } from './endpoint.ts';
import { asNumber } from './sent-numbers.ts';

const importColumn = z.object({
  heading: z.string(),
  /** `expires` is checked but not stored. */
  use: z.enum(['code', 'pin', 'card', 'cost', 'expires', 'unused']),
});
export type ImportColumn = z.infer<typeof importColumn>;

export const importReport = z.object({
  /** Codes added, or in a dry run, codes that would be added. */
  added: amount,
  /** Lines whose code is already known or appears earlier in the file. */
  duplicates: z.array(z.int()),
  /** Skipped lines: the code was sold or shown, but a restored database has no record of it. */
  soldBefore: z.array(z.int()),
  malformed: z.array(z.object({ line: z.int(), why: z.string() })),
  /** New codes with an unusual form. Skipped unless the caller accepts them; then they count as `added`. */
  implausible: z.array(z.object({ line: z.int(), why: z.string() })),
  /** The line with the headings; null if the file has none. */
  headingLine: z.int().nullable(),
  /** The columns and the field that each is read as; empty without headings. */
  columns: z.array(importColumn),
  /** Notes to read before importing: unused columns, or a first line that looks like a heading. */
  notes: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReport>;

/** The report for a file with codes of several cards. It counts each line exactly once. */
export const cardsImportReport = importReport.extend({
  /** Lines whose card does not exist or is ambiguous. */
  unknownCards: z.array(z.object({ line: z.int(), why: z.string() })),
  /** The cards in the file, in file order, each with its part of the counts above. */
  cards: z.array(
    z.object({ _id: id, title: z.string(), added: amount, duplicates: amount, implausible: amount }),
  ),
});
export type CardsImportReport = z.infer<typeof cardsImportReport>;

/** The highest cost of a code: 100,000 dollars. */
export const maxCodeCostCents = 10_000_000;

/** Options of a code import, sent with the file. */
export const importChoices = z.object({
  dryRun: z.enum(['true', 'false']).default('false'),
  /** What to do with codes that have an unusual form. */
  implausible: z.enum(['take', 'leave']).default('leave'),
  /** The cost of each code in US cents, unless its line has its own. */
  costCents: asNumber(z.int().min(0).max(maxCodeCostCents)).optional(),
});
export const codesFile = z.object({
  file: z.string('Please select a file').min(1, 'Please select a file').max(255),
});
