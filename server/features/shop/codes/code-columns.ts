// SPDX-License-Identifier: Apache-2.0

import type { ImportColumn } from '../../../../contract/code-imports.ts';
import type { Row } from './read-table.ts';

type Use = Exclude<ImportColumn['use'], 'unused'>;

/** Usually the code, but possibly just a card number beside it. */
const fallbackCodes = ['serial', 'serialnumber', 'serialno'];

/** Headings as suppliers write them, without spaces and signs; where several columns match, the earlier word wins. */
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

/** Columns that may contain the cost. */
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
  /** The heading's line number; null without a heading. */
  headingLine: number | null;
  /** Each column and its use; empty without headings. */
  list: ImportColumn[];
  places: Partial<Record<Use, number>>;
  /** For each position, whether its column has a heading. */
  isRead: boolean[];
}

const none: Columns = { headingLine: null, list: [], places: {}, isRead: [] };

/**
 * Assigns a use to each column, from the file's first line. That line is a heading if it names a code or a PIN. It is
 * also one if it has several cells, one of them a known heading and none with a digit; the column of codes may then be
 * missing.
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

/** Whether the column of codes has an ambiguous name, beside a column that may contain the codes instead. */
export function areDoubtful({ list }: Columns): boolean {
  const isFallback = list.some(({ heading, use }) => {
    const word = toWord(heading);
    return use === 'code' && (fallbackCodes.includes(word) || words.pin.includes(word));
  });
  return isFallback && list.some(({ heading, use }) => use === 'unused' && !priceWords.has(toWord(heading)));
}

const quoted = (columns: readonly ImportColumn[]) => columns.map(({ heading }) => `"${heading}"`).join(', ');

/** Notes about the columns, for the administrator to read before importing. */
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

/** Whether the first line looks like a heading although it names no known column. */
export function looksLikeHeading(first: string, others: readonly string[]): boolean {
  if (/\d/.test(first) || !/\p{L}/u.test(first)) return false;
  const withDigits = others.filter((text) => /\d/.test(text)).length;
  return headingParts.test(first) || (others.length > 0 && withDigits >= 0.8 * others.length);
}
