// SPDX-License-Identifier: Apache-2.0

/**
 * The head of pages for names (`/r/{id}`) for crawlers, which run no scripts: title, description and a picture drawn
 * for the name. The page itself is the same for all names.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { fillHeadPlaces, type HeadPart } from '../../../contract/page-head.ts';
import { refuse } from '../refusal.ts';
import { sendRefusal } from './errors.ts';
import { documentedRefusal } from './openapi.ts';

export interface PageHead {
  title: string;
  description: string;
  /** The heading that the page's scripts will show; without it, the page's own generic heading. */
  heading?: string;
  picture: SharePicture;
  /**
   * The address that the page's scripts will fetch first: this hint makes the browser fetch it while the scripts load.
   */
  reads?: string;
}

/** A picture of 1200 x 630. */
export interface SharePicture {
  /** Everything in the picture: the same facts give the same picture. */
  facts: object;
  /** As JPEG. */
  draw(): Promise<Buffer>;
}

/** The head for a name; undefined for an unknown name. */
export type ReadPageHead = (name: string) => Promise<PageHead | undefined>;

/** A page waits no longer than this: without an answer it gets the generic head. */
const maxWaitMs = 1_000;
/** How many names may be looked up at the same time; pages of further names get the generic head. */
const maxLookedUp = 8;
const pictureFile = 'picture.jpg';
/** How long caches between us and the reader may show a withdrawn picture. */
const pictureKeptSeconds = 300;
const maxPicturesBytes = 16 * 1024 * 1024;

function toVersion({ facts }: SharePicture): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] as string);
}

/** The data about one name, and the path of its page. */
export interface NamedHead {
  path: string;
  head: PageHead;
}

export function fillHead(text: string, named?: NamedHead): string {
  if (!named) return fillHeadPlaces(text, () => undefined);
  const { path, head } = named;
  const values: Record<HeadPart, string | undefined> = {
    title: head.title,
    description: head.description,
    image: `${path}/${pictureFile}?v=${toVersion(head.picture)}`,
    heading: head.heading,
  };
  return fillHeadPlaces(text, (part) => {
    const value = values[part];
    return value === undefined ? value : escapeMarkup(value);
  });
}

/**
 * Looks up names for the pages of `pattern`. Concurrent requests for one name share a lookup.
 * @returns a function that finds the data about the name in a path; undefined for an unknown name or a slow lookup
 */
export function namedHeadReader(
  pattern: string,
  read: ReadPageHead,
  log: FastifyBaseLogger,
): (path: string) => Promise<NamedHead | undefined> {
  const parts = pattern.split('/');
  const place = parts.findIndex((part) => part.startsWith(':'));
  const lookedUp = new Map<string, Promise<NamedHead | undefined>>();

  async function lookUp(name: string): Promise<NamedHead | undefined> {
    try {
      const head = await read(name);
      return head && { path: parts.with(place, name).join('/'), head };
    } catch (error) {
      log.warn({ err: error }, 'could not read the head of a page');
      return undefined;
    } finally {
      lookedUp.delete(name);
    }
  }

  function find(name: string): Promise<NamedHead | undefined> | undefined {
    const underWay = lookedUp.get(name);
    if (underWay || lookedUp.size >= maxLookedUp) return underWay;
    const fresh = lookUp(name);
    lookedUp.set(name, fresh);
    return fresh;
  }

  return async (path) => {
    const waiting = new AbortController();
    const tooLate = delay(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    return Promise.race([find(path.split('/')[place] ?? ''), tooLate]).finally(() => waiting.abort());
  };
}

const documented = {
  summary: 'Get the picture that chats show of a page',
  response: {
    200: {
      description: 'A JPEG of 1200 x 630 pixels. Its ETag changes with the picture',
      content: { 'image/jpeg': { schema: { type: 'string', format: 'binary' } } },
    },
    304: { description: 'The caller already has this picture', type: 'null' },
    404: documentedRefusal('Refused: not_found'),
    429: documentedRefusal('Refused: too_many_requests'),
    '4xx': documentedRefusal('The call was refused'),
    '5xx': documentedRefusal('The call failed'),
  },
};

/**
 * Serves the pictures of all pages for names. Each request checks that the name still has one, so that no picture
 * outlives its subject; drawn ones are cached.
 */
export function sharePictures(app: FastifyInstance, heads: Readonly<Record<string, ReadPageHead>>): void {
  const drawn = new LRUCache<string, Buffer, SharePicture>({
    maxSize: maxPicturesBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_version, _old, { context }) => context.draw(),
  });
  for (const [pattern, read] of Object.entries(heads)) {
    app.get<{ Params: Record<string, string> }>(
      `${pattern}/${pictureFile}`,
      { config: { documented } },
      async (request, reply) => {
        const [name = ''] = Object.values(request.params);
        const head = await read(name);
        if (!head) return sendRefusal(reply, refuse('not_found'));
        const version = toVersion(head.picture);
        const etag = `"${version}"`;
        reply
          .header('etag', etag)
          .header('cache-control', `public, max-age=${pictureKeptSeconds}`)
          // Other sites are meant to show it.
          .header('cross-origin-resource-policy', 'cross-origin');
        if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
        return reply.type('image/jpeg').send(await drawn.fetch(version, { context: head.picture }));
      },
    );
  }
}
