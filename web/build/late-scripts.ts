// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: prerendered pages can be read before any script runs, so they fetch and run their
 * scripts after the first paint. Fetched in parallel, styles, fonts and images would arrive later on a slow connection, and
 * the first paint would wait for hydration.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';

/** If a browser paints nothing, or does not report it, scripts start anyway. */
const maxPaintMs = 3_000;

/** The part that hydrates the page as soon as it runs. */
const isEntry = (part: string) => part.includes('/entry.client-');

/**
 * Fetches all parts in parallel but runs them one by one, so that the page responds in between, and the one that hydrates it
 * last. That script is restored to its place unchanged; nothing is left over that React would not expect.
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

/** The addresses of a part's static imports. */
function listImports(folder: string, part: string): string[] {
  const { body } = parseAst(readFileSync(join(folder, part), 'utf8'));
  return body.flatMap((statement) =>
    'source' in statement && statement.source
      ? [posix.resolve(posix.dirname(part), statement.source.value)]
      : [],
  );
}

/**
 * Sorts each part after its imports, so that each runs as a task of its own. A part that came before them would run all of
 * them in one task, and a press would have to wait for its end.
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
 * @param paths of the prerendered pages; files such as `/feed.xml` among them stay as they are
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
