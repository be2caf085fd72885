// SPDX-License-Identifier: Apache-2.0

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** A test file, and optionally the beginning of a test title in it. */
const proof = /`([\w./-]+\.test\.ts)`(?: "([^"]+)")?/g;

/** Proofs that a document names but that do not exist. */
function missingProofs(document: string): string[] {
  return [...document.matchAll(proof)]
    .filter(([, file = '', title = '']) => {
      return !existsSync(new URL(file, root)) || !read(file).includes(title);
    })
    .map(([found]) => found);
}

describe('the threat model', () => {
  const threats = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => /^\| [STRIDE] \|/.test(line));

  it('has threats of each sort, and a proof for each', () => {
    expect(new Set(threats.map((line) => line[2]))).toEqual(new Set('STRIDE'));
    for (const line of threats) expect(line).toMatch(proof);
  });

  it('names only tests that there are', () => {
    expect(missingProofs(threats.join('\n'))).toEqual([]);
  });

  it('would notice one that is gone', () => {
    const gone = '`scripts/gone.test.ts` "a" and `scripts/licences.test.ts` "is no title"'.replace(
      'is no',
      'was no',
    );
    expect(missingProofs(gone)).toHaveLength(2);
  });
});
