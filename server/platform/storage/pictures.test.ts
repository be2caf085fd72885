// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorMessage } from '../../../contract/errors.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import { ObjectsUnavailable } from '../objects/objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import { type Place, parsePlace } from '../objects/place.ts';
import type { Refusal } from '../refusal.ts';
import { mediaRoutes } from './media-routes.ts';
import { storePicture } from './pictures.ts';
import { createStorage, type Storage } from './storage.ts';

/** A separate small disk needs a mount, which not every user may make. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

let folder: string;
let storage: Storage;
let app: FastifyInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-media-'));
  storage = createStorage(join(folder, 'media'));
  app = fastify();
  await mediaRoutes(app, storage);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7c5cff' } });
const secret = 'taken at 52.52 N 13.40 E';
const photo = () =>
  drawing(900, 600)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();

describe('storePicture', () => {
  it('re-encodes every size and format, cropped and without metadata', async () => {
    const original = await photo();
    expect(original.includes(secret)).toBe(true);
    const path = (await storePicture(storage, 'gift-cards', original)) as string;
    expect(path).toMatch(/^gift-cards\/[0-9a-f]{32}$/);
    for (const width of [320, 640]) {
      for (const [ending, type] of [
        ['avif', 'image/avif'],
        ['webp', 'image/webp'],
      ]) {
        const answer = await app.inject(`/media/${path}-${width}.${ending}`);
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
        });
        const { exif, ...meta } = await sharp(answer.rawPayload).metadata();
        expect(meta).toMatchObject({ width, height: width / 2 });
        expect(exif).toBeUndefined();
        expect(answer.rawPayload.includes(secret)).toBe(false);
      }
    }
    const joined = await app.inject(`/media/${path}`);
    expect([joined.statusCode, joined.headers.location]).toEqual([301, `/media/${path}-640.webp`]);
    expect(await storePicture(storage, 'gift-cards', original)).toBe(path);
    expect(readdirSync(join(storage.folder, 'gift-cards'))).toHaveLength(4);
  });

  it.each<[string, string, () => Promise<Buffer>]>([
    ['text', 'Please select an image', async () => Buffer.from('no picture')],
    ['nothing', 'Please select an image', async () => Buffer.alloc(0)],
    [
      'SVG',
      'type SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['GIF', 'type GIF', () => drawing(9, 9).gif().toBuffer()],
    ['TIFF', 'type TIFF', () => drawing(9, 9).tiff().toBuffer()],
    ['a cut-off file', 'couldn’t read', async () => (await photo()).subarray(0, 500)],
    [
      'an animation',
      'a still PNG',
      () =>
        sharp(Buffer.from(Array.from({ length: 30 }, (_, at) => at * 8)), {
          raw: { width: 2, height: 5, channels: 3, pageHeight: 1 },
        })
          .webp()
          .toBuffer(),
    ],
    ['a picture of too many pixels', '40 million pixels', () => drawing(8000, 5001).png().toBuffer()],
  ])('refuses %s with the reason: %s', async (_, words, make) => {
    const { refused, data } = (await storePicture(storage, 'gift-cards', await make())) as Refusal;
    expect(errorMessage(refused, data)).toContain(words);
  });

  it('rotates a picture as its camera was held', async () => {
    const held = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#fff' } })
      .composite([{ input: await drawing(100, 400).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const path = (await storePicture(storage, 'gift-cards', held)) as string;
    const { rawPayload } = await app.inject(`/media/${path}-320.webp`);
    const top = await sharp(rawPayload).extract({ left: 0, top: 0, width: 320, height: 70 }).png().toBuffer();
    const { channels } = await sharp(top).stats();
    expect(channels[2]?.mean).toBeGreaterThan(200);
    expect(channels[1]?.mean).toBeLessThan(120);
  });
});

describe('storage', () => {
  it('writes only under safe names', async () => {
    for (const name of ['../out.webp', '/out.webp', 'a/../../out.webp', 'a', '.env', 'a/.b', 'A.webp']) {
      await expect(storage.keep([{ name, content: Buffer.from('x') }])).rejects.toThrow(
        'no file may be called',
      );
    }
  });

  it('leaves nothing half-written', async () => {
    const whole = { name: 'drafts/a.webp', content: Buffer.from('x') };
    await expect(storage.keep([whole, { name: 'drafts/b.webp', content: 7 as never }])).rejects.toThrow();
    expect(readdirSync(join(storage.folder, 'drafts'))).toEqual([]);
  });

  it.skipIf(!canMount)('reports a full disk, leaves no file, and recovers once there is room', () => {
    const script = join(import.meta.dirname, 'testing/keep-on-small-disk.ts');
    const disk = mkdtempSync(join(folder, 'disk-'));
    const mount = `mount -t tmpfs -o size=28k tmpfs "${disk}" && exec "${process.execPath}" "${script}" "${disk}"`;
    const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', mount], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      full: { refused: 'storage_full' },
      leftBehind: [],
      afterwards: expect.stringMatching(/^gift-cards\//),
      files: 4,
    });
  });
});

describe('pictures stored in an object store', () => {
  it('are served by other processes, and from their copies while the store is down', async () => {
    const place = join(folder, 'elsewhere');
    const other = createStorage(join(folder, 'first'), folderObjects(place));
    const path = await storePicture(other, 'gift-cards', await photo());
    const here = createStorage(join(folder, 'second'), folderObjects(place));
    const serving = fastify();
    await mediaRoutes(serving, here);
    const ask = async (name: string) => (await serving.inject(`/media/${name}`)).statusCode;
    expect(await Promise.all([1, 2, 3].map(() => ask(`${path}-320.webp`)))).toEqual([200, 200, 200]);
    expect(await ask(`gift-cards/${'0'.repeat(32)}-320.webp`)).toBe(404);
    rmSync(place, { recursive: true });
    expect(await ask(`${path}-320.webp`)).toBe(200);
    expect(await ask(`${path}-640.webp`)).toBe(404);
    await serving.close();
  });

  it('are refused while the store is down, without leaving files', async () => {
    const away = parsePlace('http://a:b@127.0.0.1:1/none') as Place;
    const here = createStorage(join(folder, 'third'), await openObjects(away));
    await expect(storePicture(here, 'gift-cards', await photo())).rejects.toThrow(ObjectsUnavailable);
    expect(existsSync(here.folder)).toBe(false);
  });
});

describe('GET /media', () => {
  it('serves nothing outside the pictures', async () => {
    writeFileSync(join(folder, 'app-secret'), 'keep out');
    writeFileSync(join(storage.folder, '.hidden'), 'keep out');
    writeFileSync(join(storage.folder, 'a.webp.0190a0a0-draft'), 'keep out');
    const paths = [
      '/../app-secret',
      '/%2e%2e/app-secret',
      '/..%2fapp-secret',
      '/%2e%2e%2fapp-secret',
      '/.hidden',
    ];
    for (const path of [
      ...paths,
      '/a.webp.0190a0a0-draft',
      '/gift-cards',
      '/gift-cards/',
      '/',
      '/none.webp',
    ]) {
      const answer = await app.inject(`/media${path}`);
      expect([400, 403, 404]).toContain(answer.statusCode);
      expect(answer.payload).not.toContain('keep out');
    }
  });
});
