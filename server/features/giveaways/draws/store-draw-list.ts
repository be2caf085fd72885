// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { fileAnswer, hasTag } from '../../../platform/http/answers.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as entryStore from '../giveaway-entry-store.ts';
import * as store from '../giveaway-store.ts';

export interface ListDeps {
  db: Database;
  /** Where the lists of draws are stored as files. */
  objects: Objects;
}

export const listTask = 'keep-draw-list';

/** How many entries are in memory at a time. */
const entriesAtOnce = 10_000;

/** The content of a giveaway's list file (contract/draw.ts), piece by piece. */
async function* listPieces(
  db: Queryable,
  giveawayId: string,
): AsyncGenerator<{ text: string; count: number }> {
  let after: string | undefined;
  for (;;) {
    const entries = await entryStore.listEntrantsAfter(db, giveawayId, { after, limit: entriesAtOnce });
    if (entries.length === 0) return;
    yield { text: `${after ? '\n' : ''}${entries.join('\n')}`, count: entries.length };
    after = entries.at(-1);
  }
}

/** The inputs of a draw, for a list of any length: its hash (hex SHA-256) and its length. */
export async function summarizeList(tx: Tx, giveawayId: string): Promise<{ hash: string; length: number }> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const { text, count } of listPieces(tx, giveawayId)) {
    hash.update(text);
    length += count;
  }
  return { hash: hash.digest('hex'), length };
}

/** Enqueues writing the file along with the draw, so that neither the draw nor a reader waits for it. */
export function enqueueList(tx: Tx, giveawayId: string): Promise<void> {
  return enqueue(tx, listTask, { giveawayId }, { key: `${listTask}:${giveawayId}`, priority: 10 });
}

const toObjectName = (hash: string) => `draws/${hash}.txt.gz`;

/**
 * Stores the list of a drawn giveaway as a file. Safe to repeat, since the file is the same.
 * @throws if the list is not the one of the draw: browsers keep the file for a year under that hash, and would report
 * the draw as false
 */
export async function storeDrawList(giveawayId: string, { db, objects }: ListDeps): Promise<void> {
  const { hash } = await entryStore.getList(db, giveawayId);
  const gzip = createGzip();
  async function* texts() {
    const read = createHash('sha256');
    for await (const { text } of listPieces(db.reports, giveawayId)) {
      read.update(text);
      yield text;
    }
    if (read.digest('hex') !== hash) throw new Error(`giveaway ${giveawayId} was drawn from another list`);
  }
  // An error while reading or compressing makes `put` fail.
  pipeline(Readable.from(texts()), gzip, () => {});
  await objects.put(toObjectName(hash), gzip);
}

/** The hash of a drawn giveaway's list. Refuses `not_found`, and `giveaway_not_drawn` before the draw. */
export async function findList(
  giveawayId: string,
  { db }: Pick<ListDeps, 'db'>,
): Promise<{ hash: string } | Refusal> {
  const row = await store.findGiveaway(db, giveawayId);
  if (!row) return refuse('not_found');
  if (!row.drawnAt) return refuse('giveaway_not_drawn');
  return entryStore.getList(db, giveawayId);
}

/** Opens list files, compressed with gzip. Recreates a missing one: an old draw's, or a lost one. */
export function listOpener(deps: ListDeps): (giveawayId: string, hash: string) => Promise<Readable> {
  const underway = new Map<string, Promise<void>>();
  return async (giveawayId, hash) => {
    const found = await deps.objects.get(toObjectName(hash));
    if (found) return found;
    const making = underway.get(hash) ?? storeDrawList(giveawayId, deps).finally(() => underway.delete(hash));
    underway.set(hash, making);
    await making;
    const made = await deps.objects.get(toObjectName(hash));
    if (!made) throw new Error(`${toObjectName(hash)} was kept and is not there`);
    return made;
  };
}

/** The uncompressed content of a list's file. */
const unzip = (zipped: Readable): Readable => pipeline(zipped, createGunzip(), () => {});

/** Answers with a drawn giveaway's list, compressed if the browser accepts that. Refuses what `findList` refuses. */
export function listReader(deps: ListDeps) {
  const openList = listOpener(deps);
  return async (giveawayId: string, request: FastifyRequest) => {
    const list = await findList(giveawayId, deps);
    if (isRefusal(list)) return list;
    const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const file = {
      name: `draw-${giveawayId}.txt`,
      tag: list.hash,
      encoding: isZipped ? ('gzip' as const) : ('identity' as const),
    };
    if (hasTag(request, list.hash)) return fileAnswer({ ...file, content: undefined });
    const zipped = await openList(giveawayId, list.hash);
    return fileAnswer({ ...file, content: isZipped ? zipped : unzip(zipped) });
  };
}
