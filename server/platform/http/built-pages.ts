// SPDX-License-Identifier: Apache-2.0

/**
 * The pages of the built web app, cached in memory. One build serves any address, so the server replaces the
 * placeholder for this installation's address when it starts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hasHeadPlaces } from '../../../contract/page-head.ts';
import { publicAddressPlaceholder } from '../../../contract/public-address.ts';
import { type Encoding, encodingFor } from './encodings.ts';
import { fillHead, type NamedHead } from './page-heads.ts';

interface Answer {
  body: Buffer;
  etag: string;
}

export interface FilledPage {
  /** For example /signin/index.html. */
  file: string;
  contentType: string;
  /** The page in the client's encoding; each form is made on first use. */
  answer(encoding: Encoding): Answer;
}

export interface BuiltPage extends FilledPage {
  /** The page filled for one of the names that it serves. */
  named(head: NamedHead): FilledPage;
}

/** How many pages for names are cached in the form they were sent. */
const maxNamedPages = 200;

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  // 9 of 11: a page takes milliseconds instead of a tenth of a second, and is hardly larger.
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => gzipSync(body, { level: 9 }),
  identity: (body) => body,
};

function filledPage(file: string, text: string): FilledPage {
  const plain = Buffer.from(text);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  const answers = new Map<Encoding, Answer>();
  return {
    file,
    contentType: contentTypes[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
    answer(encoding) {
      let answer = answers.get(encoding);
      if (!answer) {
        answer = { body: compressors[encoding](plain), etag: `"${hash}-${encoding}"` };
        answers.set(encoding, answer);
      }
      return answer;
    },
  };
}

/** @param text may have placeholders in its head (contract/page-head.ts) */
function builtPage(file: string, text: string): BuiltPage {
  const page = filledPage(file, fillHead(text));
  if (!hasHeadPlaces(text)) return { ...page, named: () => page };
  const kept = new LRUCache<string, FilledPage>({ max: maxNamedPages });
  return {
    ...page,
    named(head) {
      const key = JSON.stringify(head);
      const known = kept.get(key);
      if (known) return known;
      const fresh = filledPage(file, fillHead(text, head));
      kept.set(key, fresh);
      return fresh;
    },
  };
}

/** All addresses of a file: /signin, /signin/ and /signin/index.html are one page. */
function toAddresses(file: string): string[] {
  const folder = /^(.*\/)index\.html$/.exec(file)?.[1];
  if (folder === undefined) return [file];
  return folder === '/' ? ['/', file] : [folder.slice(0, -1), folder, file];
}

/** The serving installation's data in its pages. */
export interface Installation {
  /** Its address, without a slash at the end. */
  publicUrl: string;
  /** The address of the sandbox, if there is one. */
  sandboxUrl?: string | undefined;
  /** Whether the sandbox stands in for every outside service. */
  isWholeSandbox?: boolean;
  /** The games that can be played. */
  games?: readonly string[];
  /**
   * Sentences in the pages' heads, each with the one to say instead. Not in the body, where the browser's scripts expect what
   * was built.
   */
  sentences?: readonly (readonly [built: string, said: string])[];
}

/**
 * Reads the pages, the site map and similar files. In a sandbox, each page's markup contains the sandbox ribbon: a
 * ribbon that came only with the settings would push the visible content down (web/app/shell/sandbox-ribbon.tsx).
 * @returns the pages by path of the address
 */
export function readPages(
  folder: string,
  { publicUrl, sandboxUrl, isWholeSandbox = false, games = [], sentences = [] }: Installation,
): Map<string, BuiltPage> {
  const whole = isWholeSandbox ? 'data-whole-sandbox ' : '';
  const sandbox = sandboxUrl ? `data-sandbox="${new URL(sandboxUrl).href}" ${whole}` : '';
  // The browser's scripts write the same head (web/lib/offered-games.ts).
  const root = `<html ${sandbox}${games.length > 1 ? `data-games="${games.join(' ')}" ` : ''}`;
  const pages = new Map<string, BuiltPage>();
  // Not `globSync`, which queries each of a thousand files separately.
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => /[.](html|xml|txt)$/.test(each))) {
    const file = `/${name.replaceAll('\\', '/')}`;
    const text = readFileSync(join(folder, name), 'utf8')
      .replaceAll(publicAddressPlaceholder, publicUrl)
      .replace(/<head>.*?<\/head>/s, (head) =>
        sentences.reduce((all, [built, said]) => all.replaceAll(built, () => said), head),
      );
    const page = builtPage(file, file.endsWith('.html') ? text.replace('<html ', root) : text);
    for (const address of toAddresses(file)) pages.set(address, page);
  }
  return pages;
}

/** Sends a page, or 304 if the client's copy is still valid. With a status other than 200, always sends the page. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: FilledPage): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const { body, etag } = page.answer(encoding);
  reply.header('vary', 'accept-encoding').header('etag', etag);
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag))
    return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(page.contentType).send(body);
}
