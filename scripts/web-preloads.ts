/**
 * Runs at the end of the web build: gives each screen behind sign-in a page of its own, `profile/index.html` and so on.
 * It is the fallback page with links to what that screen is made of, so that its parts load beside the router instead of
 * after it. Addresses with a name in them keep the fallback page; prerendered
 * ones name their parts themselves.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
}
type Routes = Record<string, BuiltRoute>;

const shell = 'shell/shell';

/** What the router itself reads in the browser. */
function readRoutes(folder: string): Routes {
  const [name] = globSync('assets/manifest-*.js', { cwd: folder });
  const json =
    name && /^window\.__reactRouterManifest=(.*);$/s.exec(readFileSync(join(folder, name), 'utf8'))?.[1];
  if (!json) throw new Error(`No manifest of the router in ${folder}`);
  return JSON.parse(json).routes;
}

function withParents(routes: Routes, id: string | undefined): BuiltRoute[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [...withParents(routes, route.parentId), route] : [];
}

function partsOf(chain: readonly BuiltRoute[]): string[] {
  const scripts = new Set(chain.flatMap(({ module, imports = [] }) => [module, ...imports]));
  // Vite marks styles that a script brings along with a `#`.
  const styles = new Set(chain.flatMap(({ css = [] }) => css.map((file) => file.replace(/#$/, ''))));
  return [
    ...[...scripts].map((file) => `<link rel="modulepreload" href="${file}"/>`),
    ...[...styles].map((file) => `<link rel="preload" as="style" href="${file}"/>`),
  ];
}

/** @param folder of the built web app */
export function writePreloads(folder: string): void {
  const routes = readRoutes(folder);
  const fallback = readFileSync(join(folder, '__spa-fallback.html'), 'utf8');
  for (const { id } of Object.values(routes)) {
    const chain = withParents(routes, id);
    const path = chain.map((route) => route.path && `/${route.path}`).join('');
    if (!chain.some((route) => route.id === shell) || id === shell || path.includes(':')) continue;
    if (existsSync(join(folder, path, 'index.html'))) continue;
    const known = (link: string) => fallback.includes(link);
    const links = partsOf(chain).filter((link) => !known(link));
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(
      join(folder, path, 'index.html'),
      fallback.replace('</head>', () => `${links.join('')}</head>`),
    );
  }
}
