// SPDX-License-Identifier: Apache-2.0

import { plural } from '../../../../contract/amounts.ts';

/**
 * Pure: the usual form of codes (docs/rules/codes.md, 20), judged by all codes of a card in a file, and the length also
 * by codes in stock. A code of a different form may still be right, so nothing is refused here. But a heading, a price
 * or half a line in the column of codes is noticed before it is sold.
 */

/** How many other codes define the usual form, and the share of them that must agree. */
const minOthers = 3;
const usualShare = 0.8;

const unusualCharacters = /[^A-Za-z0-9-]/g;
/** Characters that no code has, even if many lines have them: they belong to prices, addresses and lists. */
const neverUsual = new Set(['@', '$', '€', '£', ',', ';', '"', "'", '!']);

const price = /^[$€£]?\d{1,5}[.,]\d{2}$/;
const date = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})$/;

/** The length of most codes; undefined if there are too few codes, or if they differ. */
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

export interface UsualForm {
  /** Characters in most codes. */
  signs: ReadonlySet<string>;
  /** The codes count up one by one, like row numbers. */
  isCounting: boolean;
  /** Texts that fill most lines, like a price or a card's name. */
  repeated: ReadonlySet<string>;
}

/** What a card's codes in one file have in common, in line order. */
export function findUsualForm(codes: readonly string[]): UsualForm {
  const isEnough = codes.length > minOthers;
  const isMost = (count: number) => isEnough && count >= usualShare * codes.length;
  const signs = count(codes.flatMap((code) => [...new Set(code.match(unusualCharacters))]));
  const steps = codes.slice(1).filter((code, place) => isNext(codes[place] ?? '', code)).length;
  const repeats = isEnough ? [...count(codes)].filter(([, times]) => times > codes.length / 2) : [];
  return {
    signs: new Set(
      [...signs].filter(([sign, times]) => isMost(times) && !neverUsual.has(sign)).map(([sign]) => sign),
    ),
    isCounting: isMost(steps + 1),
    repeated: new Set(repeats.map(([text]) => text)),
  };
}

function count(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const isNext = (one: string, other: string) =>
  /^\d{1,15}$/.test(one) && /^\d{1,15}$/.test(other) && Number(other) === Number(one) + 1;

/**
 * Why `code` (trimmed, valid) is unlikely to be a code, in words; undefined if nothing is suspicious.
 * @param longer how many characters longer it is than the card's other codes; undefined if these differ
 */
export function codeDoubt(
  code: string,
  { signs, isCounting, repeated }: UsualForm,
  longer: number | undefined,
): string | undefined {
  const unusual = new Set([...(code.match(unusualCharacters) ?? [])].filter((sign) => !signs.has(sign)));
  const hasSpace = unusual.delete(' ');
  const parts = [
    ...(price.test(code) ? ['it looks like a price'] : []),
    ...(date.test(code) ? ['it looks like a date'] : []),
    ...(repeated.has(code) ? ['most lines have the same text'] : []),
    ...(isCounting ? ['it counts up line by line, like row numbers'] : []),
    ...(hasSpace ? ['it has a space in it'] : []),
    ...(unusual.size > 0 ? [`it has ${[...unusual].map((sign) => `"${sign}"`).join(', ')} in it`] : []),
    ...(longer ? [`it is ${describeLength(longer)} than the others`] : []),
  ];
  return parts.length > 0 ? parts.join('; ') : undefined;
}

function describeLength(longer: number): string {
  const by = Math.abs(longer);
  return `${plural(by, 'character')} ${longer > 0 ? 'longer' : 'shorter'}`;
}
