// SPDX-License-Identifier: Apache-2.0

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { countAsFiles, toNetwork } from '../http/rate-limit.ts';
import { makeFolder } from '../make-folder.ts';
import { refuse } from '../refusal.ts';
import { pictureSuffixWithoutSize } from './picture-files.ts';
import { isStoredName, type Storage } from './storage.ts';

/** The path at which browsers find stored files. */
export const mediaPath = '/media';
/** Files never change: their names are derived from their content. */
const kept = 'public, max-age=31536000, immutable';
/** A picture's path in the API, to which clients append the base address: redirects to one of the files. */
const pictureWithoutSize = /\/[0-9a-f]{32}$/;

/**
 * Unknown names that a network may request: each costs a lookup in the object storage, which costs more than a local
 * file.
 */
const maxMissed = 200;
const missedMs = 60_000;
const maxNetworks = 10_000;

/** Fetches a file that another process stored and that nobody has requested here yet. */
function fetcher(storage: Storage): (name: string, address: string) => Promise<void> {
  const missed = new LRUCache<string, number>({ max: maxNetworks, ttl: missedMs, noUpdateTTL: true });
  return async (name, address) => {
    if (!(await storage.mayBeElsewhere(name))) return;
    const network = toNetwork(address);
    const count = missed.get(network) ?? 0;
    if (count >= maxMissed) throw refuse('too_many_requests', { seconds: missedMs / 1000 });
    // Counted until it is found: while many requests are pending, none is known to exist.
    missed.set(network, count + 1);
    if (await storage.fetch(name)) missed.set(network, (missed.get(network) ?? 1) - 1);
  };
}

/**
 * Serves the stored files. They never change, so caches may keep them forever; nothing else in the folder is served.
 */
export async function mediaRoutes(app: FastifyInstance, storage: Storage): Promise<void> {
  const { folder } = storage;
  await makeFolder(folder);
  await app.register(async (files) => {
    countAsFiles(files);
    files.addHook('onRequest', (request, reply, done) => {
      if (!pictureWithoutSize.test(request.url)) return done();
      reply.header('cache-control', kept).redirect(`${request.url}${pictureSuffixWithoutSize}`, 301);
    });
    const fetch = fetcher(storage);
    files.addHook('preHandler', ({ params, ip }) => fetch((params as { '*'?: string })['*'] ?? '', ip));
    await files.register(fastifyStatic, {
      root: folder,
      prefix: `${mediaPath}/`,
      // The web app's pages already decorate replies.
      decorateReply: false,
      index: false,
      redirect: false,
      cacheControl: false,
      allowedPath: (path) => isStoredName(path.slice(1)),
      setHeaders: (reply) => void reply.header('cache-control', kept),
    });
  });
}
