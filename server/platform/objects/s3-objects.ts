// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type Objects, ObjectsUnavailable, requireName, requirePrefix } from './objects.ts';
import type { Place } from './place.ts';

const connectsWithinMs = 5_000;
/** A part stays in memory until it is stored, so that it can be sent again. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
const attempts = 3;

const absent = new Set(['NoSuchKey', 'NotFound']);

/** Undefined if the object does not exist. @throws ObjectsUnavailable */
async function orAbsent<Result>(what: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (absent.has((error as Error).name)) return undefined;
    throw new ObjectsUnavailable(what, error);
  }
}

/**
 * The content from the service. Also fails if nothing arrives for `idleMs`, since a dead connection may go unnoticed.
 * The reader's own time does not count.
 */
async function* readWhole(what: string, source: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const stop = () => source.destroy(new Error(`nothing came for ${idleMs} ms`));
  try {
    let timer = setTimeout(stop, idleMs);
    try {
      for await (const chunk of source) {
        clearTimeout(timer);
        yield chunk;
        timer = setTimeout(stop, idleMs);
      }
    } finally {
      clearTimeout(timer);
    }
  } catch (error) {
    throw new ObjectsUnavailable(what, error);
  }
}

/** Objects in a bucket of an S3-compatible service. */
export function s3Objects(
  place: Extract<Place, { kind: 's3' }>,
  { idleMs = 30_000 }: { idleMs?: number } = {},
): Objects {
  const { endpoint, region, bucket: Bucket, prefix: before, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({
    endpoint,
    region,
    // Every service supports it, whether or not buckets have host names.
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    // Only Amazon has checksums beyond those of the signature; other services fail on them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectsWithinMs,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
    },
  });
  const at = (name: string) => ({ Bucket, Key: before + requireName(name) });

  return {
    place: `${endpoint}/${Bucket}/${before}`,
    async put(name, content) {
      const upload = new Upload({
        client,
        params: { ...at(name), Body: content },
        partSize: partBytes,
        queueSize: partsAtOnce,
      });
      try {
        await upload.done();
      } catch (error) {
        throw new ObjectsUnavailable(`cannot keep ${name}`, error);
      }
    },
    async get(name) {
      const what = `cannot read ${name}`;
      const found = await orAbsent(what, client.send(new GetObjectCommand(at(name))));
      return found && Readable.from(readWhole(what, found.Body as Readable, idleMs), { objectMode: false });
    },
    async head(name) {
      const found = await orAbsent(`cannot look at ${name}`, client.send(new HeadObjectCommand(at(name))));
      return (
        found && { name, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
      );
    },
    async *list(prefix) {
      const Prefix = before + requirePrefix(prefix);
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
            yield { name: Key.slice(before.length), bytes: Size, modifiedAt: LastModified };
          }
        }
      } catch (error) {
        throw new ObjectsUnavailable(`cannot list ${prefix}`, error);
      }
    },
    async delete(name) {
      await orAbsent(`cannot delete ${name}`, client.send(new DeleteObjectCommand(at(name))));
    },
    close: () => client.destroy(),
  };
}
