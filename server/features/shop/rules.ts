// SPDX-License-Identifier: Apache-2.0

import { formatAmount, pluralForm } from '../../../contract/amounts.ts';
import type { CartProblem } from '../../../contract/shop.ts';
import type { Price } from '../../platform/db/price-changes.ts';

/** Pure rules of the shop (docs/rules/shop.md and codes.md). */

/** A code as stored: without the white space around it in a file or message. */
export function trimCode(text: string): string {
  return text.trim();
}

const codeCharacters = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/;

/** Why `code` (trimmed) cannot be a code, in words; undefined if it can. */
export function codeFault(code: string): string | undefined {
  if (code.length < 4) return 'it is shorter than 4 characters';
  if (code.length > 200) return 'it is longer than 200 characters';
  if (!codeCharacters.test(code)) return 'it has characters that codes never have';
  return undefined;
}

/** Why `pin` cannot be the PIN of a code, in words; undefined if it can. */
export function pinFault(pin: string): string | undefined {
  if (pin.length > 50) return 'its PIN is longer than 50 characters';
  return codeCharacters.test(pin) ? undefined : 'its PIN has characters that PINs never have';
}

/** A code, and the PIN that is redeemed with it. */
export interface WholeCode {
  code: string;
  /** Empty without a PIN. */
  pin: string;
}

/** The plaintext to encrypt: neither a code nor a PIN contains a line break. */
export const toSealedText = ({ code, pin }: WholeCode): string => (pin ? `${code}\n${pin}` : code);

export function fromSealedText(text: string): WholeCode {
  const [code = '', pin = ''] = text.split('\n');
  return { code, pin };
}

/**
 * Two codes with the same result are the same code: sellers print them with or without dashes and spaces, in any case.
 */
export function sameCodeText(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** Shows at most the last four characters and never more than a quarter; the dots do not reveal the length. */
export function maskCode(code: string): string {
  const shown = Math.min(4, Math.floor(code.length / 4));
  return `••••••••${code.slice(code.length - shown)}`;
}

function describeProblem({ title, problem, left, gcCoin }: CartProblem): string {
  const name = title ? `"${title}"` : 'a gift card';
  if (problem === 'unavailable') return `${name} is no longer on sale`;
  if (problem === 'price_changed') return `${name} now costs ${formatAmount(gcCoin)} GC`;
  return left === 0 ? `${name} is sold out` : `only ${left} of ${name} ${pluralForm(left, 'is', 'are')} left`;
}

/** The faults of a cart, in words for the refusal's message. */
export function describeProblems(problems: readonly CartProblem[]): string {
  return problems.map(describeProblem).join('; ');
}

/** Titles in quotation marks, separated by commas. */
export const quoteAll = (titles: readonly string[]): string => titles.map((title) => `"${title}"`).join(', ');

/**
 * A code's cost in coins, rounded up, at the package with the most coins for the money, since a buyer can pay with
 * those.
 */
export function toCostGc(costCents: number, { price, per }: Price): number {
  return Number((BigInt(costCents) * BigInt(per) + BigInt(price) - 1n) / BigInt(price));
}

/** Descriptions in the player's history of a purchase of one card and of several, with %s for the titles. */
export const purchaseWords = {
  one: 'Gift card: %s',
  several: 'Gift cards: %s',
  /** A title bought several times: the number, then the title. */
  counted: '%s x %s',
  /** Between titles. */
  separator: ', ',
};

export interface RequestState {
  status: 'delivered' | 'on_its_way' | 'refunded';
  /** Null if it came from stock. */
  promisedBy: Date | null;
  /** It once had a code, which may have been read. */
  hasCode: boolean;
  /** Its buyer saw a code that the restored database lacks. */
  lacksSeenCode: boolean;
  /** It was once marked as sent another way, so its buyer may have a code. */
  wasElsewhere: boolean;
  /** It will be delivered within seconds, unless the administrator undoes that. */
  isHeld: boolean;
}

/** Why a purchase cannot be refunded at `now`, in words; undefined if it can. */
export function refundObstacle(
  { status, promisedBy, hasCode, lacksSeenCode, wasElsewhere, isHeld }: RequestState,
  now: Date,
): string | undefined {
  if (status === 'refunded') return 'it was already refunded';
  if (hasCode) return 'it already has a code';
  if (isHeld || status === 'delivered') return 'it is marked as delivered';
  if (lacksSeenCode) return 'its buyer has a code from before the site was restored';
  if (wasElsewhere) return 'it was once marked as sent another way, so its buyer may have a code';
  if (!promisedBy || now < promisedBy) return 'the promised time isn’t over yet';
  return undefined;
}
