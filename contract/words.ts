// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { plural } from './amounts.ts';

/**
 * Messages for invalid input if a schema has none of its own. They replace the library's texts, which are for
 * programmers. They begin in lower case and follow the field's name: "reason must have at least 3 characters". A
 * schema's own message is a complete sentence: "Title is required".
 */
type Fault = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const formats: Record<string, string> = {
  uuid: 'must be an id',
  email: 'must be an e-mail address',
  url: 'must be an address',
  datetime: 'must be a time such as 2026-01-31T18:00:00.000Z',
  date: 'must be a day such as 2026-01-31',
  regex: 'has characters that are not allowed',
};

function wordsForType({ expected, input, inst }: Extract<Fault, { code: 'invalid_type' }>): string {
  if (input === undefined) return 'is required';
  const kind = inst instanceof z.ZodNumberFormat ? 'int' : expected;
  return `must be ${kinds[kind] ?? kind}`;
}

function wordsForSize(origin: string, bound: 'least' | 'most', limit: number | bigint): string {
  if (origin === 'string') return `must have at ${bound} ${plural(Number(limit), 'character')}`;
  if (origin === 'array') return `must have at ${bound} ${plural(Number(limit), 'entry', 'entries')}`;
  return `must be at ${bound} ${limit.toLocaleString('en-US')}`;
}

/** The message for one fault in an input. */
export function toWords(fault: Fault): string {
  switch (fault.code) {
    case 'invalid_type':
      return wordsForType(fault);
    case 'too_small':
      if (fault.origin === 'string' && fault.minimum === 1) return 'is required';
      return wordsForSize(fault.origin, 'least', fault.minimum);
    case 'too_big':
      return wordsForSize(fault.origin, 'most', fault.maximum);
    case 'invalid_value':
      return fault.input === undefined ? 'is required' : `must be one of ${fault.values.join(', ')}`;
    case 'invalid_format':
      return formats[fault.format] ?? 'is not valid';
    case 'not_multiple_of':
      return `must be a multiple of ${fault.divisor}`;
    default:
      return 'is not valid';
  }
}

z.config({ customError: toWords });

/** A fault as a sentence, with the field's name in front if its message needs one. */
export function toSentence({ path, message }: { path: string; message: string }): string {
  return /^\p{Ll}/u.test(message) ? `${path || 'What was sent'} ${message}` : message;
}
