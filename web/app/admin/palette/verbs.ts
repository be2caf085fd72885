// SPDX-License-Identifier: Apache-2.0

import { maxCoins } from '../../../../contract/endpoint.ts';
import { maxCardPrice } from '../../../../contract/gift-card-form.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { formatAmount } from '../../../lib/format.ts';

/** What can be asked for in Go to, beside finding things. */
export const verbs = {
  coins: {
    does: 'adjust coins',
    example: '+250 ann',
    none: 'No other player found',
    permissions: ['users:read', 'users:write', 'users:adjust-coins'],
  },
  void: {
    does: 'void an attempt',
    example: 'void ann',
    none: 'No attempt to void found',
    permissions: ['challenges:read', 'challenges:void'],
  },
  price: {
    does: 'set a price',
    example: 'price 150 steam',
    none: 'No gift card found',
    permissions: ['gift-cards:read', 'gift-cards:write'],
  },
} as const satisfies Record<
  string,
  { does: string; example: string; none: string; permissions: readonly Permission[] }
>;
export type Verb = keyof typeof verbs;
export const verbNames = Object.keys(verbs) as Verb[];

/** The verbs that an administrator may use. */
export function verbsFor(may: (permission: Permission) => boolean): Verb[] {
  return verbNames.filter((verb) => verbs[verb].permissions.every(may));
}

/** A verb with its amount, and the search for its subject. */
export interface Command {
  verb: Verb;
  /** The change of a balance, or the price; 0 for a verb without an amount. */
  amount: number;
  search: string;
  /** What is missing or wrong. Nothing is searched until it is right. */
  fault?: string;
}

/** The shortest search that Go to sends. */
export const minSearchLength = 2;

/**
 * Reads "+250 ann", "ann -50", "void ann" and "price 150 steam"; an amount may also come last.
 * @returns undefined for text without a verb
 */
export function readCommand(typed: string): Command | undefined {
  const words = typed.trim().split(/\s+/);
  const [first = '', ...others] = words;
  const verb = first.toLowerCase();
  if (verb === 'void') return withSubject({ verb, amount: 0, search: others.join(' ') });
  if (verb === 'price') {
    const { word, rest } = takeNumber(others, /^\d/);
    return withSubject({ verb, amount: toAmount(word), search: rest.join(' ') });
  }
  const { word, rest } = takeNumber(words, /^[+\-−–]\d/);
  if (!word) return undefined;
  return withSubject({ verb: 'coins', amount: toAmount(word), search: rest.join(' ') });
}

/** Takes the number that is the first or the last of the words. */
function takeNumber(words: readonly string[], shape: RegExp): { word: string; rest: readonly string[] } {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (shape.test(first)) return { word: first, rest: words.slice(1) };
  if (shape.test(last)) return { word: last, rest: words.slice(0, -1) };
  return { word: '', rest: words };
}

/** Points and commas are refused, because "1.000" could mean a thousand. */
function toAmount(word: string): number {
  const digits = word.replace(/^[+\-−–]/, '');
  if (!/^\d+$/.test(digits)) return Number.NaN;
  return /^[-−–]/.test(word) ? -Number(digits) : Number(digits);
}

function withSubject(command: Command): Command {
  const fault = findFault(command);
  return fault ? { ...command, fault } : command;
}

function findFault({ verb, amount, search }: Command): string | undefined {
  const { example } = verbs[verb];
  if (verb === 'price' && !(amount >= 1 && amount <= maxCardPrice))
    return `Type a whole price up to ${formatAmount(maxCardPrice)} and a card, such as “${example}”.`;
  if (verb === 'coins' && Number.isNaN(amount)) return 'Type the amount in digits only, such as “+1000”.';
  if (amount === 0 && verb === 'coins') return 'Type an amount other than 0.';
  if (Math.abs(amount) > maxCoins) return `Type an amount up to ${formatAmount(maxCoins)} GC.`;
  if (search.length < minSearchLength) return `Type a name of two letters or more, such as “${example}”.`;
  return undefined;
}
