// SPDX-License-Identifier: Apache-2.0

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRoute, ScriptHashes } from '../../../contract/built-app.ts';
import { patternSource } from '../../../contract/path-pattern.ts';
import { refuse } from '../refusal.ts';
import { type BuiltPage, type FilledPage, type Installation, readPages, sendPage } from './built-pages.ts';
import { sendRefusal } from './errors.ts';
import { namedHeadReader, type PageHead, type ReadPageHead } from './page-heads.ts';
import { countAsFiles } from './rate-limit.ts';
import { getPath, refuseUnknown } from './unknown-address.ts';

const buildFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url));
/** The origins of players' pictures at the sign-in providers. */
const avatarOrigins = ['https://cdn.discordapp.com', 'https://*.googleusercontent.com'];

/** Origins besides ours that pages may load from, as sources of a Content-Security-Policy. */
export interface PageSources {
  images: readonly string[];
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
}

function contentSecurityPolicy(hashes: readonly string[], sources: PageSources): string {
  const own = "'self'";
  const scripts = [own, ...hashes.map((hash) => `'${hash}'`), ...sources.scripts];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self'",
    `img-src ${[own, 'data:', ...avatarOrigins, ...sources.images].join(' ')}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src ${[own, ...sources.connections].join(' ')}`,
    ...(sources.frames.length > 0 ? [`frame-src ${sources.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Served at any address whose page only the browser's router finds; it has no content of its own. */
const fallbackPage = '/__spa-fallback.html';
/** Files that the build wrote for the server, not for browsers. */
const notes = ['/csp.json', '/routes.json'];

function readNote<Note>(folder: string, name: string): Note {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Note;
}

export interface WebPagesOptions extends Installation {
  sources: PageSources;
  /**
   * By path: a Link header for resources that a page will fetch but its markup cannot name. Only for addresses without
   * a query, which may show something else.
   */
  hints?: Record<string, () => string>;
  /** By pattern of a page for names: reads the head for one of them. */
  heads?: Record<string, ReadPageHead>;
  /** Paths of pages whose address contains a secret, which linked and loaded resources must not see. */
  secretPaths?: readonly string[];
  /** Paths of pages that exist only in a full sandbox: elsewhere they are unknown addresses. */
  sandboxPaths?: readonly string[];
  /** The built web app. */
  folder?: string;
}

function toHint({ reads }: PageHead): string | undefined {
  return reads && `<${reads}>; rel=preload; as=fetch; crossorigin`;
}

/**
 * Serves the built web app: hashed assets are cached forever, pages never, and each page has its own
 * Content-Security-Policy. If a part of the address is a name, one page serves all names; likewise one page, with
 * status 404, serves all unknown addresses.
 */
export async function webPages(
  app: FastifyInstance,
  {
    sources,
    hints = {},
    heads = {},
    secretPaths = [],
    sandboxPaths = [],
    folder = buildFolder,
    ...installation
  }: WebPagesOptions,
): Promise<void> {
  if (!notes.every((name) => existsSync(join(folder, name)))) {
    app.setNotFoundHandler(refuseUnknown);
    return;
  }
  const hashes = readNote<ScriptHashes>(folder, 'csp.json');
  const policies = new Map(
    Object.entries(hashes).map(([page, list]) => [page, contentSecurityPolicy(list, sources)]),
  );
  const strictest = contentSecurityPolicy([], sources);
  const assetsFolder = join(folder, 'assets/');
  const workerFile = join(folder, 'service-worker.js');
  const pages = readPages(folder, installation);
  const isAbsent = (path: string) => !installation.isWholeSandbox && sandboxPaths.includes(path);
  const absentFiles = sandboxPaths.filter(isAbsent).map((path) => `${path}/index.html`);
  for (const [address, { file }] of pages) if (absentFiles.includes(file)) pages.delete(address);
  const routes = readNote<PageRoute[]>(folder, 'routes.json').map(({ pattern, page, isNothing = false }) => ({
    // Matches like the browser's router: ignoring case, with or without a slash at the end.
    source: new RegExp(`^${patternSource(pattern)}/?$`, 'i'),
    page: pages.get(isAbsent(pattern) ? fallbackPage : page) as BuiltPage,
    isNothing: isNothing || isAbsent(pattern),
    readHead: heads[pattern] && namedHeadReader(pattern, heads[pattern], app.log),
  }));

  // The service worker requests it by its own name, and does not cache an answer with status 404.
  const isForNothing = (page: BuiltPage) =>
    page.file !== fallbackPage && routes.some((route) => route.isNothing && route.page === page);

  const isSecret = ({ url }: FastifyRequest) =>
    secretPaths.includes(getPath(url).toLowerCase().replace(/\/$/, ''));
  const getHint = ({ url }: FastifyRequest) => (Object.hasOwn(hints, url) ? hints[url]?.() : undefined);

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    page: FilledPage,
    hint = getHint(request),
  ): FastifyReply {
    reply.header('content-security-policy', policies.get(page.file) ?? strictest);
    reply.header('cache-control', 'no-cache');
    if (hint) reply.header('link', hint);
    if (isSecret(request)) reply.header('referrer-policy', 'no-referrer');
    return sendPage(request, reply, page);
  }

  await app.register(async (files) => {
    countAsFiles(files);
    files.addHook('onRequest', async (request, reply) => {
      const page = pages.get(getPath(request.url));
      if (!page) return;
      if (isForNothing(page)) reply.code(404);
      return show(request, reply, page);
    });
    await files.register(fastifyStatic, {
      root: folder,
      redirect: false,
      cacheControl: false,
      preCompressed: true,
      allowedPath: (path) => !notes.includes(path) && !absentFiles.includes(path),
      setHeaders(reply, path) {
        const isHashed = path.startsWith(assetsFolder);
        // A client must not learn the current version an hour late; `path` is that of the compressed file.
        const isWorker = path.startsWith(workerFile);
        const fresh = isHashed ? 'max-age=31536000, immutable' : 'max-age=3600';
        reply.header('cache-control', isWorker ? 'no-cache' : `public, ${fresh}`);
        // The worker fetches for the pages, and only from here.
        if (isWorker) reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
      },
    });
  });

  app.setNotFoundHandler((request, reply) => {
    const path = getPath(request.url);
    const route = routes.find(({ source }) => source.test(path));
    const isKnown = route !== undefined && !route.isNothing;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isKnown) {
      return sendRefusal(reply.header('allow', 'GET, HEAD'), refuse('method_not_allowed'));
    }
    const isPage = isKnown || (!/^\/api(\/|$)/.test(path) && !/\.\w+$/.test(path));
    if (!isRead || !isPage || !route) return refuseUnknown(request, reply);
    if (!isKnown) reply.code(404);
    if (!route.readHead) return show(request, reply, route.page);
    return route
      .readHead(path)
      .then((named) =>
        named
          ? show(request, reply, route.page.named(named), toHint(named.head))
          : show(request, reply, route.page),
      );
  });
}
