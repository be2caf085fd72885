import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../refusal.ts';
import { sendRefusal } from './errors.ts';
import { patternSource } from './path-pattern.ts';
import { pathOf, refuseUnknown } from './unknown-address.ts';

const buildFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url));
const fallbackPage = '__spa-fallback.html';

/** Where the providers keep their people's pictures. */
const avatarOrigins = ['https://cdn.discordapp.com', 'https://*.googleusercontent.com'];

/** Hashes of the inline scripts of each page, written by the build (scripts/web-csp.mjs). */
type ScriptHashes = Record<string, readonly string[]>;

function contentSecurityPolicy(hashes: readonly string[], imageOrigins: readonly string[]): string {
  const scripts = ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...avatarOrigins, ...imageOrigins].join(' ')}`,
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What the build wrote for the server, not for browsers. */
const notes = ['/csp.json', '/routes.json'];

function readNote<Note>(folder: string, name: string): Note {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Note;
}

export interface WebPagesOptions {
  /** Further places that pictures may come from. */
  imageOrigins: readonly string[];
  /** The built web app. */
  folder?: string;
}

/**
 * Serves the built web app: hashed assets for ever, pages never from a cache and each with its own
 * Content-Security-Policy. Addresses that only the browser's router knows get the fallback page; so do those that
 * nobody knows, with status 404: there the router shows its not-found screen.
 */
export async function webPages(
  app: FastifyInstance,
  { imageOrigins, folder = buildFolder }: WebPagesOptions,
): Promise<void> {
  if (![fallbackPage, ...notes].every((name) => existsSync(join(folder, name)))) {
    app.setNotFoundHandler(refuseUnknown);
    return;
  }
  const hashes = readNote<ScriptHashes>(folder, 'csp.json');
  const policies = new Map(
    Object.entries(hashes).map(([page, list]) => [page, contentSecurityPolicy(list, imageOrigins)]),
  );
  const strictest = contentSecurityPolicy([], imageOrigins);
  // As the browser's router reads them: in any spelling, with or without a slash at the end.
  const known = readNote<string[]>(folder, 'routes.json').map(
    (pattern) => new RegExp(`^${patternSource(pattern)}/?$`, 'i'),
  );

  function setPageHeaders(reply: Pick<FastifyReply, 'header'>, page: string): void {
    reply.header('content-security-policy', policies.get(page) ?? strictest);
    reply.header('cache-control', 'no-cache');
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: ['index.html'],
    redirect: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !notes.includes(path),
    setHeaders(reply, path) {
      const page = `/${relative(folder, path)}`.replace(/\.(br|gz)$/, '');
      if (page.endsWith('.html')) setPageHeaders(reply as unknown as FastifyReply, page);
      else if (page.startsWith('/assets/'))
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      else reply.header('cache-control', 'public, max-age=3600');
    },
  });

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isKnown = known.some((pattern) => pattern.test(path));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && isKnown) {
      return sendRefusal(reply.header('allow', 'GET, HEAD'), refuse('method_not_allowed'));
    }
    const isPage = isKnown || (!/^\/api(\/|$)/.test(path) && !/\.\w+$/.test(path));
    if (!isRead || !isPage) return refuseUnknown(request, reply);
    if (!isKnown) {
      reply.code(404);
      // A 304 would leave the browser without a page to show.
      for (const name of ['if-none-match', 'if-modified-since', 'range']) delete request.headers[name];
    }
    setPageHeaders(reply, `/${fallbackPage}`);
    return reply.sendFile(fallbackPage);
  });
}
