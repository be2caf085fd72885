// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listKeptFiles } from './kept-files.ts';

/** Words that a reader stumbles over, each with the reason and the remedy. */
const stumblingBlocks: readonly (readonly [word: RegExp, reason: string])[] = [
  [/who(?:so)?ever|whomever/i, 'hides who acts: name the player, the process, the caller'],
  [/whatever/i, 'hides what is meant: name it, or say "any", "every", "even if"'],
  [/\banew\b/i, 'is bookish: again, once more, start over'],
  [/\b(?:there|where)(?:of|upon)\b/i, 'is a lawyer’s word: of it, of which'],
  [/\blest\b/i, 'is bookish: so that ... not'],
  [/\bwhyNot\b/, 'is a question: a function that finds reasons says so (findFaults, reasonNotPayable)'],
  [/\b(?!is[A-Z])[a-z]\w*AtMost(?![a-z])/, 'reads backwards: a limit is maxX'],
  [/\bareHere\b/, 'is no noun: existingPlayers'],
  [/\blateWordsMs\b/, 'does not say what it measures: lateFactGraceMs'],
  [/\bidBehind\b/, 'has no verb: resolveId'],
];

/** Not our wording, or never edited again; and this list itself. */
const isExempt = (file: string) =>
  /^(db\/migrations|scripts\/release\/licence-texts|web\/features\/blog\/articles)\//.test(file) ||
  ['LICENSE', 'package-lock.json', 'scripts/plain-words.test.ts'].includes(file);

const isText = (file: string) =>
  /\.(tsx?|mjs|sql|md|css|ya?ml|json|html|txt|service|conf|example)$|file$/i.test(file);

function findStumblingBlocks(text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    stumblingBlocks.flatMap(([word, reason]) => {
      const [found] = word.exec(line) ?? [];
      return found ? [`${index + 1}: "${found}" ${reason}`] : [];
    }),
  );
}

it('finds each of the words, in prose and in names', () => {
  const planted = [
    '// Whoever waits for a lock',
    'tells whomever it is',
    '-- Once, whatever the cart',
    'reads it anew',
    'or a part thereof',
    'lest it be read late',
    'expect(whyNot(input, form))',
    'const searchAtMost = 80;',
    'const ringAtMostMs = 1_000;',
    'return areHere(players);',
    'const lateWordsMs = 5_000;',
    'await idBehind(handle)',
  ];
  for (const line of planted) expect([line, findStumblingBlocks(line).length]).toEqual([line, 1]);
  expect(findStumblingBlocks('isAtMost(version, limit), wherever it stands\nat most three')).toEqual([]);
});

it('stands in no source, test, document or SQL function', () => {
  const files = listKeptFiles().filter((file) => isText(file) && !isExempt(file));
  expect(files.length).toBeGreaterThan(2_000);
  const found = files.flatMap((file) =>
    findStumblingBlocks(readFileSync(file, 'utf8')).map((block) => `${file}:${block}`),
  );
  expect(found).toEqual([]);
});
