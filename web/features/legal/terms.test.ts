// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';

/** The hash of each version's text. A version is named after its day. */
const texts: Record<string, string> = {
  '2026-11-22': '1681ab88bf9c619e08334e15b712cd21224b30a0f49e932e6c85ab3ead711e29',
};

it('requires a new version when the text of the terms changes', () => {
  const text = readFileSync(new URL('terms.md', import.meta.url));
  // If the meaning stays the same, replace the hash, since players needn't agree again.
  expect(createHash('sha256').update(text).digest('hex')).toBe(texts[termsVersion]);
});
