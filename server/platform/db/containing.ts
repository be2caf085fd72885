// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';

/** A `like` pattern that matches this text anywhere; `%`, `_` and `\` match themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const lettersOfIndex = 3;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Written out, since PostgreSQL derives no trigrams from a class such as [^[:alnum:]], and would read everything. */
const beginningOfWord = '(^|[\n -/:-@[-`{-~])';

/**
 * A condition on a large table's lower-case words with a trigram index (`gin_trgm_ops`). Three letters or more match
 * anywhere. One or two match only at the beginning of a word: the index contains nothing shorter, so all words would be
 * read.
 */
export function hasWord(words: Sql, search: string): Sql {
  const letters = [...search];
  if (!letterOrDigit.test(search)) return sql`false`;
  if (letters.length >= lettersOfIndex) return sql`${words} like lower(${containing(search)})`;
  const pattern = letters.map((letter) => (letterOrDigit.test(letter) ? letter : `\\${letter}`)).join('');
  const start = letterOrDigit.test(search.charAt(0)) ? beginningOfWord : '';
  return sql`${words} ~ lower(${start + pattern})`;
}
