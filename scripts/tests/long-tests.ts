// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { listTrackedFiles } from '../tracked-files.ts';
import { isBrowser, isUnit } from './find-tests.ts';

export interface LongTests {
  /** Tests with the tag `long`; the cases of one declaration count once. */
  count: number;
  /** Files of which every test is long: they needn't be loaded. */
  files: string[];
}

const wholeFile = /^\/\/ @module-tag long$/m;
const oneTest = /\btags: \['long'\]|\btag: '@long'/g;
const anyTest = /^ *(?:it|test)(?:\.\w+)*\(/gm;

const readTest = (file: string) => readFileSync(file, 'utf8');

/** The tests that `npm test` leaves to `npm test -- --all`. */
export function findLongTests(files = listTrackedFiles(), read = readTest): LongTests {
  const tests = files.filter((file) => isUnit(file) || isBrowser(file)).map((file) => [file, read(file)]);
  const counts = tests.map(
    ([, text = '']) => text.match(wholeFile.test(text) ? anyTest : oneTest)?.length ?? 0,
  );
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    files: tests.flatMap(([file = '', text = '']) => (wholeFile.test(text) ? [file] : [])),
  };
}
