// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';

/** By the day of each version, the text that it stands for. */
const texts: Record<string, string> = {
  '2026-11-22': 'c82942176c62f3b2c0458412b3aa7fcd2080204fa082a1eb8d61662b25330b51',
};

it('names another version where the terms say something else', () => {
  const text = readFileSync(new URL('terms.md', import.meta.url));
  // A spelling mistake alone asks nobody again: write its hash in the place of the one before.
  expect(createHash('sha256').update(text).digest('hex')).toBe(texts[termsVersion]);
});
