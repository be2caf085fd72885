// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicAddressPlaceholder } from '../../contract/public-address.ts';
import { writeInlineScriptHashes } from './csp.ts';

const sha256 = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

describe('writeInlineScriptHashes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'finalring-csp-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('lists exactly the inline scripts of each page, byte for byte', () => {
    mkdirSync(join(folder, 'signin'));
    writeFileSync(
      join(folder, 'index.html'),
      '<script>a < 1\n</script><script type="module" src="/x.js"></script><script async="">b</script>',
    );
    writeFileSync(join(folder, 'signin/index.html'), '<script>b</script><script>b</script>');
    writeInlineScriptHashes(folder);
    expect(JSON.parse(readFileSync(join(folder, 'csp.json'), 'utf8'))).toEqual({
      '/index.html': [sha256('a < 1\n'), sha256('b')],
      '/signin/index.html': [sha256('b')],
    });
  });

  it.each(['<p style="color:red">x</p>', '<style>p{}</style>'])('refuses %s', (html) => {
    writeFileSync(join(folder, 'index.html'), html);
    expect(() => writeInlineScriptHashes(folder)).toThrow('inline styles');
  });

  it('omits structured data, which no policy affects', () => {
    writeFileSync(join(folder, 'index.html'), '<script type="application/ld+json">{}</script>');
    writeInlineScriptHashes(folder);
    expect(JSON.parse(readFileSync(join(folder, 'csp.json'), 'utf8'))).toEqual({ '/index.html': [] });
  });

  it('refuses an inline script that the server would change', () => {
    writeFileSync(join(folder, 'index.html'), `<script>a="${publicAddressPlaceholder}"</script>`);
    expect(() => writeInlineScriptHashes(folder)).toThrow('address of the installation');
  });

  it('refuses an empty build', () => {
    expect(() => writeInlineScriptHashes(folder)).toThrow('No pages');
  });
});
