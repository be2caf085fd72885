// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: makes prerendered pages load and run their scripts after the first paint, since the
 * pages are readable without scripts. Otherwise styles, fonts and images would compete with scripts on a slow
 * connection, and the first paint would wait for hydration.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';

/** Scripts start after this time even if the browser doesn't report a paint. */
const maxPaintMs = 3_000;

/** The part whose execution hydrates the page. */
const isEntry = (part: string) => part.includes('/entry.client-');

/**
 * Fetches all parts in parallel but runs them one by one, so that the page responds in between, and runs the hydrating
 * one last. Restores that script unchanged to its place, so that React finds nothing unexpected.
 */
const loader = (parts: readonly string[]) =>
  `
{const loader=document.currentScript,late=loader.previousElementSibling;
let isStarted;
const start=async()=>{if(isStarted)return;isStarted=true;
for(const href of ${JSON.stringify(parts)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));
for(const part of ${JSON.stringify(parts.filter((part) => !isEntry(part)))})await import(part);
late.replaceWith(Object.assign(document.createElement('script'),{type:'module',textContent:late.textContent}))};
loader.remove();
const run=()=>start().catch(window.failFirstLoad);
if(document.hidden)run();
else{setTimeout(run,${maxPaintMs});new PerformanceObserver(run).observe({type:'paint',buffered:true})}}
`.trim();

/** The addresses that a part imports statically. */
function listImports(folder: string, part: string): string[] {
  const { body } = parseAst(readFileSync(join(folder, part), 'utf8'));
  return body.flatMap((statement) =>
    'source' in statement && statement.source
      ? [posix.resolve(posix.dirname(part), statement.source.value)]
      : [],
  );
}

/**
 * Sorts each part after its imports, so that each runs as its own task. Otherwise one task would run a part with all
 * its imports, and a press would have to wait for it.
 */
function inOrder(parts: readonly string[], findImports: (part: string) => readonly string[]): string[] {
  const ordered = new Set<string>();
  const underway = new Set<string>();
  function add(part: string): void {
    if (underway.has(part) || !parts.includes(part)) return;
    underway.add(part);
    findImports(part).forEach(add);
    ordered.add(part);
  }
  parts.forEach(add);
  return [...ordered];
}

function withLateScripts(html: string, findImports: (part: string) => readonly string[]): string | undefined {
  const links = /<link rel="modulepreload" href="([^"]+)"\/>/g;
  const parts = inOrder(
    Array.from(html.matchAll(links), ([, href = '']) => href),
    findImports,
  );
  const late = html
    .replace(links, '')
    .replace(
      /<script type="module" async="">([\s\S]*?)<\/script>/,
      (_, code: string) => `<script type="text/late">${code}</script><script>${loader(parts)}</script>`,
    );
  return parts.length > 0 && late.includes('text/late') ? late : undefined;
}

/**
 * @param folder of the built web app
 * @param paths of the prerendered pages; skips files such as `/feed.xml` among them
 */
export function loadScriptsAfterPaint(folder: string, paths: readonly string[]): void {
  const known = new Map<string, string[]>();
  const findImports = (part: string) => {
    const imports = known.get(part) ?? listImports(folder, part);
    known.set(part, imports);
    return imports;
  };
  for (const path of paths.filter((name) => !name.includes('.'))) {
    const file = join(folder, path, 'index.html');
    const late = withLateScripts(readFileSync(file, 'utf8'), findImports);
    if (!late) throw new Error(`The page ${path} has its scripts elsewhere`);
    writeFileSync(file, late);
  }
}
