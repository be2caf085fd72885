// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: writes csp.json beside the pages, with the hashes of each page's inline scripts.
 * With these the server sends a Content-Security-Policy without 'unsafe-inline'.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptHashes } from '../../contract/built-app.ts';
import { hasHeadPlaces } from '../../contract/page-head.ts';
import { publicAddressPlaceholder } from '../../contract/public-address.ts';

/**
 * CSP sources ('sha256-...') of the inline scripts, except structured data. Fails on a script that contains the address
 * placeholder: the server would change the script, and the browser would refuse it.
 */
function inlineScriptHashes(html: string): string[] {
  const elements = html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi);
  const scripts = Array.from(elements)
    .filter(([, attributes = '']) => !attributes.includes('application/ld+json'))
    .map(([, , code = '']) => code);
  if (scripts.some((code) => code.includes(publicAddressPlaceholder))) {
    throw new Error('An inline script holds the address of the installation, which is not known yet');
  }
  if (scripts.some(hasHeadPlaces)) throw new Error('An inline script holds a place of the page’s head');
  const hashes = scripts.map((code) => createHash('sha256').update(code).digest('base64'));
  return [...new Set(hashes)].map((hash) => `sha256-${hash}`);
}

/** Also fails on style attributes and elements, since `style-src 'self'` would silently ignore them. */
export function writeInlineScriptHashes(folder: string): void {
  const pages = globSync('**/*.html', { cwd: folder }).sort();
  const hashes: ScriptHashes = {};
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    const markup = html.replace(/<script[\s\S]*?<\/script>/gi, '');
    const styled = /<style[\s>]|<[^>]+\sstyle=[^>]*>/i.exec(markup);
    if (styled) throw new Error(`${page} has inline styles, which the policy forbids: ${styled[0]}`);
    hashes[`/${page.replaceAll('\\', '/')}`] = inlineScriptHashes(html);
  }
  if (pages.length === 0) throw new Error(`No pages in ${folder}`);
  writeFileSync(join(folder, 'csp.json'), `${JSON.stringify(hashes, null, 2)}\n`);
}
