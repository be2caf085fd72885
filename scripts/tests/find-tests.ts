// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { listTrackedFiles } from '../tracked-files.ts';

export interface FoundTests {
  /** Files of unit and integration tests. */
  units: string[];
  /** Files of browser tests. */
  browser: string[];
  /** A pattern for titles, if the words matched titles instead of files. */
  title?: string;
}

export const isUnit = (file: string) => /[.]test[.]tsx?$/.test(file);
export const isBrowser = (file: string) => /^tests[/]e2e[/].*[.]spec[.]ts$/.test(file);

/**
 * Finds tests by words, ignoring case: files whose path contains all words, or if there are none, tests whose title
 * contains the words in this order.
 */
export function findTests(words: readonly string[], files = listTrackedFiles()): FoundTests {
  const tests = files.filter((file) => isUnit(file) || isBrowser(file));
  const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
  const named = tests.filter((file) => words.every((word) => has(file, word)));
  if (named.length > 0) return { units: named.filter(isUnit), browser: named.filter(isBrowser) };
  const title = words.join(' ');
  const titled = tests.filter((file) => has(readFileSync(file, 'utf8'), title));
  return {
    units: titled.filter(isUnit),
    browser: titled.filter(isBrowser),
    title: `(?i:${title.replaceAll(/[^\w ]/g, '\\$&')})`,
  };
}
