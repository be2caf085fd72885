// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadScriptsAfterPaint } from './late-scripts.ts';

const parts = ['/assets/base-1.js', '/assets/entry.client-2.js'];
const head = parts.map((part) => `<link rel="modulepreload" href="${part}"/>`).join('');
const takesOver = 'import * as route0 from "/assets/base-1.js";';
const page = (script: string) => `<html><head>${head}</head><body>Hello${script}</body></html>`;

describe('loadScriptsAfterPaint', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'finalring-late-'));
    mkdirSync(join(folder, 'home'));
    mkdirSync(join(folder, 'assets'));
    for (const part of parts) writeFileSync(join(folder, part), '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('leaves nothing in a page that a browser would fetch or run automatically', () => {
    writeFileSync(
      join(folder, 'home/index.html'),
      page(`<script type="module" async="">${takesOver}</script>`),
    );
    loadScriptsAfterPaint(folder, ['/home', '/feed.xml']);
    const html = readFileSync(join(folder, 'home/index.html'), 'utf8');
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect(html).toContain(`<script type="text/late">${takesOver}</script>`);
    expect(html).toContain('of ["/assets/base-1.js","/assets/entry.client-2.js"])document');
    expect(html).toContain('of ["/assets/base-1.js"])await import');
  });

  it('runs each part after its imports, so that none runs within another', () => {
    writeFileSync(join(folder, 'assets/entry.client-2.js'), 'import{a}from"./framework-4.js";a();');
    writeFileSync(join(folder, 'assets/base-1.js'), 'import"./zod-3.js";export*from"./framework-4.js";');
    writeFileSync(join(folder, 'assets/zod-3.js'), 'import{b}from"./framework-4.js";import("./later-5.js");');
    writeFileSync(join(folder, 'assets/framework-4.js'), '');
    const more = ['zod-3', 'framework-4'].map(
      (part) => `<link rel="modulepreload" href="/assets/${part}.js"/>`,
    );
    const script = `<script type="module" async="">${takesOver}</script>`;
    writeFileSync(
      join(folder, 'home/index.html'),
      page(script).replace('</head>', `${more.join('')}</head>`),
    );
    loadScriptsAfterPaint(folder, ['/home']);
    expect(readFileSync(join(folder, 'home/index.html'), 'utf8')).toContain(
      'of ["/assets/framework-4.js","/assets/zod-3.js","/assets/base-1.js"])await import',
    );
  });

  it('fails when a page loads its scripts differently, instead of removing them', () => {
    writeFileSync(join(folder, 'home/index.html'), page('<script type="module" src="/x.js"></script>'));
    expect(() => loadScriptsAfterPaint(folder, ['/home'])).toThrow('/home has its scripts elsewhere');
  });
});
