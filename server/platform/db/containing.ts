// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/** A `like` pattern that matches this text anywhere; `%`, `_` and `\` match themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const lettersOfIndex = 3;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Each spelt out: for a class such as [^[:alnum:]] PostgreSQL finds no trigrams, and reads everything. */
const beginningOfWord = '(^|[\n -/:-@[-`{-~])';

/**
 * A condition on lower-case words that have an index of their trigrams (`gin_trgm_ops`) and are many. Three letters are found
 * anywhere. One or two are the beginning of a word: the index knows no less than that, and all words would be read.
 */
export function hasWord(words: Sql, search: string): Sql {
  const letters = [...search];
  if (!letterOrDigit.test(search)) return sql`false`;
  if (letters.length >= lettersOfIndex) return sql`${words} like lower(${containing(search)})`;
  const pattern = letters.map((letter) => (letterOrDigit.test(letter) ? letter : `\\${letter}`)).join('');
  const start = letterOrDigit.test(search.charAt(0)) ? beginningOfWord : '';
  return sql`${words} ~ lower(${start + pattern})`;
}
