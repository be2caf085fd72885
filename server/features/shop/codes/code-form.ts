// SPDX-License-Identifier: Apache-2.0

/**
 * Pure: what a code usually looks like (docs/rules.md, Shop). A code of a different form may still be right, so nothing is
 * refused here. But a heading, a price or half a line that got into the first column is noticed before it is sold.
 */

/** How many other codes are needed to tell the usual length, and the share of codes that must agree on it. */
const minOthers = 3;
const usualShare = 0.8;

const unusualCharacters = /[^A-Za-z0-9-]/g;

/** The length that most codes have; undefined if there are too few codes, or if they differ. */
export function usualLength(lengths: ReadonlyMap<number, number>): number | undefined {
  let total = 0;
  let most: { length: number; count: number } | undefined;
  for (const [length, count] of lengths) {
    total += count;
    if (!most || count > most.count) most = { length, count };
  }
  if (!most || total <= minOthers || most.count < usualShare * total) return undefined;
  return most.length;
}

/**
 * Why `code` (trimmed, valid) is unlikely to be a code, in words; undefined if nothing is suspicious.
 * @param usual length of the card's other codes, if they agree
 */
export function codeDoubt(code: string, usual: number | undefined): string | undefined {
  const unusual = new Set(code.match(unusualCharacters));
  const hasSpace = unusual.delete(' ');
  const parts = [
    ...(hasSpace ? ['it has a space in it'] : []),
    ...(unusual.size > 0 ? [`it has ${[...unusual].map((sign) => `"${sign}"`).join(', ')} in it`] : []),
    ...(usual !== undefined && code.length !== usual
      ? [`it has ${code.length} characters, the others ${usual}`]
      : []),
  ];
  return parts.length > 0 ? parts.join('; ') : undefined;
}
