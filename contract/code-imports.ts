// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, id } from './endpoint.ts';

export const importReport = z.object({
  /** Codes that were added; in a dry run, that would be. */
  added: amount,
  /** Lines whose code stands in an earlier line or is known already. */
  duplicates: z.array(z.int()),
  /** Lines whose code was sold or shown before the database was restored, which does not have it: left out. */
  soldBefore: z.array(z.int()),
  malformed: z.array(z.object({ line: z.int(), why: z.string() })),
  /** New codes of an unusual form: among `added`, unless they were to be left out. */
  implausible: z.array(z.object({ line: z.int(), why: z.string() })),
});
export type ImportReport = z.infer<typeof importReport>;

/** The same of a file with codes of several cards; each of its lines is among exactly one of these. */
export const cardsImportReport = importReport.extend({
  /** Lines whose card there is not, or not only once. */
  unknownCards: z.array(z.object({ line: z.int(), why: z.string() })),
  /** The cards that the file names, in its order; of each how many of the lines above are its. */
  cards: z.array(
    z.object({ _id: id, title: z.string(), added: amount, duplicates: amount, implausible: amount }),
  ),
});
export type CardsImportReport = z.infer<typeof cardsImportReport>;

/** A code costs no more: 100,000 dollars. */
export const maxCodeCostCents = 10_000_000;

/** What an import of codes is told beside its file. */
export const importChoices = z.object({
  dryRun: z.enum(['true', 'false']).default('false'),
  /** What to do with codes of an unusual form. */
  implausible: z.enum(['take', 'leave']).default('take'),
  /** What each code of the file cost, in cents of US dollars, where its line does not say so itself. */
  costCents: z.coerce.number().int().min(0).max(maxCodeCostCents).optional(),
});
export const codesFile = z.object({
  file: z.string('Please select a file').min(1, 'Please select a file').max(255),
});
