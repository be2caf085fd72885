// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { toSealedText } from '../rules.ts';
import { codeDoubt, findUsualForm, usualLength } from './code-form.ts';
import type { DoubtfulLine } from './codes-csv.ts';
import { countCodeLengths } from './gift-card-code-store.ts';

/** A line of a file of codes, with its card. */
export interface Entry {
  line: number;
  code: string;
  pin?: string;
  giftCardId: string;
  /** The code's cost; undefined if its line has none. */
  costCents?: number;
}

/** The length of the plaintext to encrypt, the only measure that codes in stock also reveal. */
const lengthOf = ({ code, pin = '' }: Entry) => toSealedText({ code, pin }).length;

/**
 * New codes that do not look like the card's other codes.
 * @param all every code of the file, including known and repeated ones
 * @param suspect the line that looks like a heading
 * @param isDoubtful the codes may be in another column: then none of them is plausible
 */
export async function findImplausible(
  tx: Tx,
  fresh: readonly Entry[],
  { all, suspect, isDoubtful }: { all: readonly Entry[]; suspect: number | null; isDoubtful: boolean },
): Promise<(Entry & DoubtfulLine)[]> {
  const lengths = await countCodeLengths(tx, [...new Set(fresh.map(({ giftCardId }) => giftCardId))]);
  for (const entry of fresh) {
    const ofCard = lengths.get(entry.giftCardId);
    ofCard?.set(lengthOf(entry), (ofCard.get(lengthOf(entry)) ?? 0) + 1);
  }
  const byCard = Map.groupBy(all, ({ giftCardId }) => giftCardId);
  const usual = new Map(
    [...lengths].map(([id, ofCard]) => [
      id,
      { length: usualLength(ofCard), form: findUsualForm((byCard.get(id) ?? []).map(({ code }) => code)) },
    ]),
  );
  return fresh.flatMap((entry) => {
    const card = usual.get(entry.giftCardId);
    const longer = card?.length === undefined ? undefined : lengthOf(entry) - card.length;
    const form = card && codeDoubt(entry.code, card.form, longer);
    const doubt = isDoubtful ? 'another, unused column may have the code' : form;
    const why = entry.line === suspect ? 'it looks like a heading' : doubt;
    return why ? [{ ...entry, why }] : [];
  });
}
