// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { patient } from '../../../tests/support/patience.ts';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import type { Objects } from './objects.ts';
import { ObjectsUnavailable } from './objects.ts';
import { openObjects } from './open-objects.ts';
import { type Place, parsePlace } from './place.ts';

/** Long enough to move some bytes on any connection that is not stalled. */
const idleMs = patient(10_000);
const megabyte = 1024 * 1024;

let folder: string;
let server: S3Server;
let proxy: FaultProxy;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-objects-'));
  server = await startS3Server(join(folder, 's3'));
  proxy = await startFaultProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const open = (text: string, ms = idleMs) => openObjects(parsePlace(text) as Place, { idleMs: ms });
const places: Record<string, () => Promise<Objects>> = {
  'a folder': () => open(join(folder, 'kept')),
  'a service that speaks S3': () => open(server.url),
  'a folder of a bucket': () => open(`${server.url}/in/it`),
};

const read = async (objects: Objects, name: string) => {
  const found = await objects.get(name);
  return found && buffer(found);
};
const list = async (objects: Objects, prefix: string) => {
  const names: string[] = [];
  for await (const { name } of objects.list(prefix)) names.push(name);
  return names;
};

describe.each(Object.keys(places))('objects in %s', (kind) => {
  let objects: Objects;
  beforeAll(async () => {
    objects = await (places[kind] as () => Promise<Objects>)();
  });
  afterAll(() => objects.close());

  it('are stored, inspected, replaced and deleted', async () => {
    await objects.put('exports/a.zip', Buffer.from('first'));
    expect(await read(objects, 'exports/a.zip')).toEqual(Buffer.from('first'));
    await objects.put('exports/a.zip', Readable.from([Buffer.from('sec'), Buffer.from('ond')]));
    expect(await read(objects, 'exports/a.zip')).toEqual(Buffer.from('second'));
    const head = await objects.head('exports/a.zip');
    expect(head).toMatchObject({ name: 'exports/a.zip', bytes: 6 });
    expect(Math.abs((head?.modifiedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await objects.delete('exports/a.zip');
    await objects.delete('exports/a.zip');
    expect(await objects.get('exports/a.zip')).toBeUndefined();
    expect(await objects.head('exports/a.zip')).toBeUndefined();
    await objects.put('exports/empty', Buffer.alloc(0));
    expect(await read(objects, 'exports/empty')).toEqual(Buffer.alloc(0));
  });

  it('are listed in order by prefix', async () => {
    for (const name of ['b/2', 'b/10', 'b/1', 'bc', 'b/deep/er/x', 'a/1'])
      await objects.put(name, Buffer.from(name));
    expect(await list(objects, 'b/')).toEqual(['b/1', 'b/10', 'b/2', 'b/deep/er/x']);
    expect(await list(objects, 'b/1')).toEqual(['b/1', 'b/10']);
    expect(await list(objects, 'b/deep/er')).toEqual(['b/deep/er/x']);
    expect(await list(objects, 'none/')).toEqual([]);
    expect(await list(objects, '')).toEqual(expect.arrayContaining(['a/1', 'bc']));
  });

  it('store streams larger than one part byte for byte', { tags: ['long'] }, async () => {
    const content = randomBytes(9 * megabyte + 3);
    const chunks = Array.from({ length: 10 }, (_, at) =>
      content.subarray(at * megabyte, (at + 1) * megabyte),
    );
    await objects.put('large', Readable.from(chunks));
    expect((await read(objects, 'large'))?.equals(content)).toBe(true);
  });

  it('keep the previous content when a stream fails', async () => {
    async function* torn() {
      yield randomBytes(megabyte);
      throw new Error('the source broke');
    }
    await objects.put('torn', Buffer.from('whole'));
    await expect(objects.put('torn', Readable.from(torn()))).rejects.toThrow('the source broke');
    expect(await read(objects, 'torn')).toEqual(Buffer.from('whole'));
    await expect(objects.put('never', Readable.from(torn()))).rejects.toThrow(ObjectsUnavailable);
    expect(await list(objects, 'never')).toEqual([]);
  });

  it('refuse names that lead elsewhere', async () => {
    for (const name of [
      '../out',
      '/etc/passwd',
      'a//b',
      'a/../b',
      '.hidden',
      'a/.b',
      '',
      'a/',
      'a b',
      'a\n',
    ]) {
      await expect(objects.put(name, Buffer.from('x'))).rejects.toThrow('no object may be called');
      await expect(objects.get(name)).rejects.toThrow('no object may be called');
      await expect(objects.delete(name)).rejects.toThrow('no object may be called');
    }
    await expect(list(objects, '../')).rejects.toThrow('no object may be called');
  });
});

describe('a folder of objects', () => {
  it('contains no drafts, and distinguishes files from folders', async () => {
    const objects = await open(join(folder, 'tidy'));
    await objects.put('a/b', Buffer.from('x'));
    expect(await objects.get('a')).toBeUndefined();
    expect(await objects.head('a')).toBeUndefined();
    await expect(objects.put('a/b/c', Buffer.from('x'))).rejects.toThrow(ObjectsUnavailable);
    expect(readdirSync(join(folder, 'tidy'), { recursive: true }).sort()).toEqual(['a', 'a/b']);
  });
});

describe('a failing object service', () => {
  it('is retried after a broken connection', async () => {
    const objects = await open(proxy.url);
    await objects.put('kept', Buffer.from('kept'));
    proxy.tear();
    expect(await read(objects, 'kept')).toEqual(Buffer.from('kept'));
    objects.close();
  });

  it('may answer slowly', { tags: ['long'] }, async () => {
    const objects = await open(proxy.url);
    proxy.set('slow');
    await objects.put('slow', Buffer.from('slow'));
    expect(await read(objects, 'slow')).toEqual(Buffer.from('slow'));
    proxy.set('pass');
    objects.close();
  });

  it('never returns a truncated object as complete', { tags: ['long'] }, async () => {
    const objects = await open(proxy.url);
    await objects.put('cut', randomBytes(9 * megabyte));
    const found = (await objects.get('cut')) as Readable;
    const first = new Promise((resolve) => found.once('data', resolve));
    await first;
    found.pause();
    proxy.tear();
    await expect(buffer(found)).rejects.toThrow('cannot read cut');
    objects.close();
  });

  it('times out when nothing arrives, before or during an answer', {
    tags: ['long'],
  }, async () => {
    const objects = await open(proxy.url, patient(1_000));
    await objects.put('silent', randomBytes(9 * megabyte));
    const found = (await objects.get('silent')) as Readable;
    proxy.set('freeze');
    await expect(buffer(found)).rejects.toThrow('nothing came');
    await expect(objects.put('late', Buffer.from('x'))).rejects.toThrow(ObjectsUnavailable);
    await expect(objects.head('silent')).rejects.toThrow(ObjectsUnavailable);
    proxy.set('pass');
    proxy.tear();
    await objects.put('late', Buffer.from('x'));
    expect(await read(objects, 'late')).toEqual(Buffer.from('x'));
    objects.close();
  });

  it.each([
    ['is unreachable', 'http://a:b@127.0.0.1:1/finalring'],
    ['rejects the key', 'OTHER'],
    ['has no such bucket', 'BUCKET'],
  ])('differs from a missing object: it %s', async (_, given) => {
    const text = given === 'OTHER' ? server.url.replace('S3RVER:', 'OTHER:') : given;
    const objects = await open(given === 'BUCKET' ? server.url.replace(/finalring$/, 'none') : text);
    await expect(objects.get('kept')).rejects.toThrow(ObjectsUnavailable);
    await expect(objects.put('kept', Buffer.from('x'))).rejects.toThrow(ObjectsUnavailable);
    await expect(list(objects, '')).rejects.toThrow(ObjectsUnavailable);
    objects.close();
  });
});

describe('parsePlace', () => {
  it('accepts folders and services, and refuses anything else', () => {
    expect(parsePlace('./.data/objects')).toEqual({ kind: 'folder', path: './.data/objects' });
    expect(parsePlace('https://AK:se%2Fcret@s3.example.com/bucket/a/b?region=eu-central-1')).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
      bucket: 'bucket',
      prefix: 'a/b/',
      accessKeyId: 'AK',
      secretAccessKey: 'se/cret',
    });
    const wrong = [
      '',
      's3://bucket',
      'https://AK:secret@s3.example.com',
      'https://s3.example.com/bucket',
      'http://AK:secret@s3.example.com/bucket',
      'https://AK:secret@s3.example.com/bu%20cket',
    ];
    for (const text of wrong) expect([text, parsePlace(text)]).toEqual([text, undefined]);
  });
});
