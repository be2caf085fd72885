// SPDX-License-Identifier: Apache-2.0

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Objects } from '../objects/objects.ts';
import { deriveLastingKey } from '../secrets.ts';
import type { ChunkRow } from './archive-store.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Describes one archive for a reader who has nothing but its objects. */
export interface Manifest {
  format: 1;
  installation: string;
  table: string;
  part: string;
  /** Archived keys are below it. */
  until: string;
  rows: number;
  chunks: { name: string; rows: number; first: string; last: string; sha256: string }[];
}

export const hashContent = (content: Buffer) => createHash('sha256').update(content).digest();

const toFolder = (installation: string, part: string) => `archives/${installation}/${part}`;
const short = (hash: Buffer) => hash.toString('hex', 0, 8);
/**
 * The hash in the name protects against a race with a faster process: this one may read a part that is half gone, and
 * must not overwrite what the other has archived.
 */
export const chunkName = (
  installation: string,
  part: string,
  { number, hash }: Pick<ChunkRow, 'number' | 'hash'>,
) => `${toFolder(installation, part)}/${String(number).padStart(6, '0')}-${short(hash)}.ndjson.gz`;
export const manifestName = (installation: string, part: string, hash: Buffer) =>
  `${toFolder(installation, part)}/manifest-${short(hash)}.json`;

export const packLines = (lines: readonly string[]): Promise<Buffer> => pack(`${lines.join('\n')}\n`);

export async function unpackRows(content: Buffer): Promise<Record<string, unknown>[]> {
  const text = (await unpack(content)).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export function describeArchive(
  archive: Pick<Manifest, 'installation' | 'table' | 'part' | 'until'>,
  chunks: readonly ChunkRow[],
): Manifest {
  return {
    format: 1,
    ...archive,
    rows: chunks.reduce((sum, { rowCount }) => sum + rowCount, 0),
    chunks: chunks.map(({ number, rowCount, firstKey, lastKey, hash }) => ({
      name: chunkName(archive.installation, archive.part, { number, hash }),
      rows: rowCount,
      first: firstKey,
      last: lastKey,
      sha256: hash.toString('hex'),
    })),
  };
}

const computeSeal = (manifest: string, appSecret: string) =>
  createHmac('sha256', deriveLastingKey(appSecret, 'archives')).update(manifest).digest();

/** A manifest with its seal, which can only be made with the application's secret. */
export function sealManifest(manifest: Manifest, appSecret: string): Buffer {
  const text = JSON.stringify(manifest);
  return Buffer.from(JSON.stringify({ manifest, seal: computeSeal(text, appSecret).toString('hex') }));
}

/** @returns undefined if this installation did not seal it */
export function openManifest(content: Buffer, appSecret: string): Manifest | undefined {
  const { manifest, seal } = JSON.parse(content.toString()) as { manifest: Manifest; seal: string };
  const claimed = Buffer.from(seal, 'hex');
  const right = computeSeal(JSON.stringify(manifest), appSecret);
  return claimed.length === right.length && timingSafeEqual(claimed, right) ? manifest : undefined;
}

/** The whole object; undefined if there is none. */
export async function readWhole(objects: Objects, name: string): Promise<Buffer | undefined> {
  const found = await objects.get(name);
  return found && buffer(found);
}
