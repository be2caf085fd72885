// SPDX-License-Identifier: Apache-2.0

import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { countAsFiles } from '../http/rate-limit.ts';
import { pictureSuffixWithoutSize } from './picture-files.ts';
import { type Storage, storedName } from './storage.ts';

/** Where browsers find what is in the storage. */
export const mediaPath = '/media';
/** Files never change: their names follow from their content. */
const kept = 'public, max-age=31536000, immutable';
/** A picture's path as the API tells it, which clients join to the base address: it leads to one of the files. */
const pictureWithoutSize = /\/[0-9a-f]{32}$/;

/** Serves the stored files. They never change, so caches may keep them for ever; nothing else in the folder is served. */
export async function mediaRoutes(app: FastifyInstance, storage: Storage): Promise<void> {
  const { folder } = storage;
  await mkdir(folder, { recursive: true });
  await app.register(async (files) => {
    countAsFiles(files);
    files.addHook('onRequest', (request, reply, done) => {
      if (!pictureWithoutSize.test(request.url)) return done();
      reply.header('cache-control', kept).redirect(`${request.url}${pictureSuffixWithoutSize}`, 301);
    });
    // What another process was given, and nobody has asked this one for yet.
    files.addHook('preHandler', async ({ params }) => storage.fetch((params as { '*'?: string })['*'] ?? ''));
    await files.register(fastifyStatic, {
      root: folder,
      prefix: `${mediaPath}/`,
      // The web app's pages decorate replies.
      decorateReply: false,
      index: false,
      redirect: false,
      cacheControl: false,
      allowedPath: (path) => storedName.test(path.slice(1)),
      setHeaders: (reply) => void reply.header('cache-control', kept),
    });
  });
}
