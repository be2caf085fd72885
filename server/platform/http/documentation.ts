// SPDX-License-Identifier: Apache-2.0

import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ownPagesPolicy } from './own-pages-policy.ts';
import { countAsFiles } from './rate-limit.ts';
import { refuseUnknown } from './unknown-address.ts';

/** The output folder of `npm run docs`. */
export const documentationFolder = fileURLToPath(new URL('../../../build/docs/', import.meta.url));
/** The path that the pages were built for. */
const path = '/docs';

export const isDocumentationBuilt = (folder = documentationFolder): boolean =>
  existsSync(join(folder, 'index.html'));

/** Serves the documentation built by `npm run docs`, including its page for unknown addresses. */
export async function documentation(app: FastifyInstance, folder = documentationFolder): Promise<void> {
  if (!isDocumentationBuilt(folder)) {
    app.log.warn('DOCS=on, but the documentation is not built: run npm run docs');
    return;
  }
  app.get(path, { schema: { hide: true } }, (_request, reply) => reply.redirect(`${path}/`, 301));
  await app.register(
    async (docs) => {
      countAsFiles(docs);
      const pages = new Set(globSync('**/*.html', { cwd: folder }));
      docs.addHook('preHandler', async (request, reply) => {
        const page = `${(request.params as { '*'?: string })['*']}.html`;
        // The plugin's own search for a file with this extension would never send its compressed form.
        if (!request.is404 && pages.has(page)) return reply.sendFile(page);
      });
      await docs.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        redirect: false,
        cacheControl: false,
        preCompressed: true,
        schemaHide: true,
        setHeaders(reply, file) {
          const isHashed = file.startsWith(join(folder, 'assets/'));
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
          reply.header('content-security-policy', ownPagesPolicy);
        },
      });
      docs.setNotFoundHandler((request, reply) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') return refuseUnknown(request, reply);
        return reply.code(404).sendFile('404.html', folder);
      });
    },
    { prefix: path },
  );
}
