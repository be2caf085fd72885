// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportOwnFailures } from './own-failures.ts';

describe('reportOwnFailures', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'finalring-failures-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes the import that starts a page report its failure', () => {
    const file = join(folder, 'index.html');
    writeFileSync(file, '<script type="module">import("/assets/entry.client-a1.js");</script>');
    reportOwnFailures(folder);
    expect(readFileSync(file, 'utf8')).toContain(
      'import("/assets/entry.client-a1.js").catch(window.failFirstLoad);',
    );
  });

  it('fails when a page imports its scripts differently', () => {
    writeFileSync(join(folder, 'index.html'), '<script src="/x.js"></script>');
    expect(() => reportOwnFailures(folder)).toThrow('index.html imports its scripts otherwise');
  });
});
