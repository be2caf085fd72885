// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { termsVersion } from '../../../contract/terms.ts';

/** The hash of each version's text. A version is named after its day. */
const texts: Record<string, string> = {
  '2026-11-22': '4c6679d9fd05ed436a436bd364127d4ad546e61cb9bf5870553bdeeafe25274c',
};

it('requires a new version when the text of the terms changes', () => {
  const text = readFileSync(new URL('terms.md', import.meta.url));
  // For a spelling mistake, replace the hash, since players needn't agree again.
  expect(createHash('sha256').update(text).digest('hex')).toBe(texts[termsVersion]);
});
