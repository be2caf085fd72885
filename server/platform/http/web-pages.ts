import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '../refusal.ts';
import { sendRefusal } from './errors.ts';

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

/**
 * Serves the built web app: hashed assets for ever, pages never from a cache and each with its own
 * Content-Security-Policy (`imageOrigins`: further places that pictures may come from). Addresses that only the browser's router knows get the fallback page.
 */
export async function webPages(
  app: FastifyInstance,
  { imageOrigins }: { imageOrigins: readonly string[] },
): Promise<void> {
  if (!existsSync(join(buildFolder, fallbackPage))) {
    app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')));
    return;
  }
  const hashes = JSON.parse(readFileSync(join(buildFolder, 'csp.json'), 'utf8')) as ScriptHashes;
  const policies = new Map(
    Object.entries(hashes).map(([page, list]) => [page, contentSecurityPolicy(list, imageOrigins)]),
  );
  const strictest = contentSecurityPolicy([], imageOrigins);

  function setPageHeaders(reply: Pick<FastifyReply, 'header'>, page: string): void {
    reply.header('content-security-policy', policies.get(page) ?? strictest);
    reply.header('cache-control', 'no-cache');
  }

  await app.register(fastifyStatic, {
    root: buildFolder,
    index: ['index.html'],
    redirect: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['csp.json'],
    setHeaders(reply, path) {
      const page = path.slice(buildFolder.length - 1).replace(/\.(br|gz)$/, '');
      if (page.endsWith('.html')) setPageHeaders(reply as unknown as FastifyReply, page);
      else if (page.startsWith('/assets/'))
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      else reply.header('cache-control', 'public, max-age=3600');
    },
  });

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+$/.test(pathOf(request.url));
    if (!isPage) return sendRefusal(reply, refuse('not_found'));
    setPageHeaders(reply, `/${fallbackPage}`);
    return reply.sendFile(fallbackPage);
  });
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] as string;
}
