// SPDX-License-Identifier: Apache-2.0

import type { ImportColumn } from '../../../../contract/code-imports.ts';
import type { Row } from './read-table.ts';

type Use = Exclude<ImportColumn['use'], 'unused'>;

/** What often is the code, but may also only number the card beside it. */
const fallbackCodes = ['serial', 'serialnumber', 'serialno'];

/** Headings as suppliers write them, without spaces and signs; where several columns would do, the earlier word wins. */
const words: Record<Use, readonly string[]> = {
  code: [
    'code',
    'codes',
    'giftcardcode',
    'giftcode',
    'hashcode',
    'vouchercode',
    'redemptioncode',
    'redeemcode',
    'claimcode',
    'activationcode',
    'cardcode',
    'digitalcode',
    'couponcode',
    'promocode',
    'ecode',
    'gutscheincode',
    'voucher',
    'vouchers',
    'gutschein',
    'cardnumber',
    'cardno',
    'giftcardnumber',
    'vouchernumber',
    'voucherno',
    'kartennummer',
    'key',
    'cdkey',
    'productkey',
    'licensekey',
    'gamekey',
    'steamkey',
    'activationkey',
    'digitalkey',
    'redemptionkey',
    'redeemkey',
    'retailkey',
    'serialkey',
    'giftcardkey',
    'cardkey',
    'voucherkey',
    'keys',
    'token',
    'redemptionurl',
    'redeemurl',
    'claimurl',
    ...fallbackCodes,
  ],
  pin: [
    'pin',
    'pincode',
    'pinnumber',
    'pinno',
    'cardpin',
    'giftcardpin',
    'securitycode',
    'securitypin',
    'cvv',
    'cvc',
  ],
  card: [
    'card',
    'cardid',
    'giftcard',
    'giftcardid',
    'giftcardtitle',
    'cardtitle',
    'cardname',
    'giftcardname',
    'title',
    'product',
    'productname',
    'name',
    'id',
  ],
  cost: ['cost', 'costs', 'costusd', 'unitcost', 'costprice', 'purchaseprice', 'buyprice', 'wholesaleprice'],
  expires: [
    'expires',
    'expiry',
    'expirydate',
    'expirationdate',
    'expiration',
    'expireson',
    'expiresat',
    'expdate',
    'validuntil',
    'validto',
    'validthru',
    'validthrough',
    'gültigbis',
    'ablaufdatum',
  ],
};
const uses = Object.keys(words) as Use[];

/** Columns that may have been meant as the cost. */
const priceWords = new Set([
  'price',
  'amount',
  'value',
  'paid',
  'facevalue',
  'denomination',
  'preis',
  'betrag',
]);

const toWord = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export interface Columns {
  /** The line of the headings; null if there is none. */
  headingLine: number | null;
  /** Each column with its use; empty without headings. */
  list: ImportColumn[];
  places: Partial<Record<Use, number>>;
  /** For each place whether its column has a heading. */
  isRead: boolean[];
}

const none: Columns = { headingLine: null, list: [], places: {}, isRead: [] };

/**
 * Which column of a file is what, by its first line. That line is a heading if it names a code or a PIN, or if it has
 * several cells of which one is a known heading and none has a digit; then the column of codes may be missing.
 */
export function findColumns(first: Row): Columns {
  const found = first.cells.map(toWord);
  const places: Columns['places'] = {};
  for (const use of uses) {
    const word = words[use].find((known) => found.includes(known));
    if (word !== undefined) places[use] = found.indexOf(word);
  }
  if (places.code === undefined && places.pin !== undefined) {
    places.code = places.pin;
    delete places.pin;
  }
  const isHeading =
    places.code !== undefined ||
    (found.length > 1 &&
      !first.cells.some((cell) => /\d/.test(cell)) &&
      (Object.keys(places).length > 0 || found.some((word) => priceWords.has(word))));
  if (!isHeading) return none;
  const list = first.cells.map((heading, place): ImportColumn => {
    const use = uses.find((known) => places[known] === place);
    return { heading, use: use ?? 'unused' };
  });
  return {
    headingLine: first.line,
    list: list.filter(({ heading }) => heading !== ''),
    places,
    isRead: list.map(({ heading }) => heading !== ''),
  };
}

/** Whether the column of codes has a name that fits other things too, beside a column that may be the codes instead. */
export function areDoubtful({ list }: Columns): boolean {
  const isFallback = list.some(({ heading, use }) => {
    const word = toWord(heading);
    return use === 'code' && (fallbackCodes.includes(word) || words.pin.includes(word));
  });
  return isFallback && list.some(({ heading, use }) => use === 'unused' && !priceWords.has(toWord(heading)));
}

const quoted = (columns: readonly ImportColumn[]) => columns.map(({ heading }) => `"${heading}"`).join(', ');

/** What somebody should know of the columns before they import, in words. */
export function describeColumns({ list }: Columns): string[] {
  const unused = list.filter(({ use }) => use === 'unused');
  const hasCost = list.some(({ use }) => use === 'cost');
  const prices = hasCost ? [] : unused.filter(({ heading }) => priceWords.has(toWord(heading)));
  const checked = list.filter(({ use }) => use === 'expires');
  const pins = list.filter(({ heading, use }) => use === 'code' && words.pin.includes(toWord(heading)));
  return [
    ...(unused.length > 0 ? [`Not used: ${quoted(unused)}.`] : []),
    ...prices.map(
      ({ heading }) =>
        `If "${heading}" is what a code cost you, rename that column to "cost" and choose the file again.`,
    ),
    ...(checked.length > 0
      ? [`${quoted(checked)} is only checked: lines with a past date are skipped, and dates aren’t stored.`]
      : []),
    ...(pins.length > 0 ? [`${quoted(pins)} is read as the code, because no other column is one.`] : []),
  ];
}

const headingParts =
  /code|card|voucher|serial|number|redeem|redemption|coupon|\bpin\b|\bkey\b|gutschein|nummer/i;

/** Whether the first line, which names no known column, looks like a heading all the same. */
export function looksLikeHeading(first: string, others: readonly string[]): boolean {
  if (/\d/.test(first) || !/\p{L}/u.test(first)) return false;
  const withDigits = others.filter((text) => /\d/.test(text)).length;
  return headingParts.test(first) || (others.length > 0 && withDigits >= 0.8 * others.length);
}
