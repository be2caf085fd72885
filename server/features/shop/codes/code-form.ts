// SPDX-License-Identifier: Apache-2.0

/**
 * Pure: what a code usually looks like (docs/rules.md, Shop). A code of another form may be right all the same, so nothing is
 * refused here; a heading, a price or half a line that got into the first column shows before it is sold.
 */

/** Lengths of so many other codes at least tell what is usual, and so large a share of them must agree. */
const minOthers = 3;
const usualShare = 0.8;

const unusualCharacters = /[^A-Za-z0-9-]/g;

/** The length that most codes have; undefined where there are too few, or they differ. */
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
 * Why `code` (trimmed, without fault) is unlikely to be one, in words; undefined where nothing speaks against it.
 * @param usual length that the other codes of the card have, if they agree
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
