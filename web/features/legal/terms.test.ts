// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';

/** The text's hash for each version, which is named after its day. */
const texts: Record<string, string> = {
  '2026-11-22': '4c6679d9fd05ed436a436bd364127d4ad546e61cb9bf5870553bdeeafe25274c',
};

it('requires a new version when the text of the terms changes', () => {
  const text = readFileSync(new URL('terms.md', import.meta.url));
  // For a mere spelling mistake players need not agree again: replace the hash.
  expect(createHash('sha256').update(text).digest('hex')).toBe(texts[termsVersion]);
});
