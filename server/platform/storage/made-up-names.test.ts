// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handleErrors } from '../http/errors.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import type { Objects } from '../objects/objects.ts';
import { mediaRoutes } from './media-routes.ts';
import { createStorage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'finalring-made-up-'));
const asked: string[] = [];
const elsewhere = folderObjects(join(folder, 'elsewhere'));
const objects: Objects = {
  ...elsewhere,
  get(name) {
    asked.push(name);
    return elsewhere.get(name);
  },
};
let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  app.decorateReply('refusalCode', '');
  handleErrors(app);
  await mediaRoutes(app, createStorage(join(folder, 'here'), objects));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked.length = 0;
});

const newName = () => `gift-cards/${randomBytes(16).toString('hex')}-320.webp`;
const ask = async (name: string, remoteAddress: string) =>
  (await app.inject({ url: `/media/${name}`, remoteAddress })).statusCode;

it.each(['-a.webp', `gift-cards/-${'0'.repeat(32)}.webp`, `${'a'.repeat(300)}.webp`])(
  'looks up nothing for the impossible name %s',
  async (name) => {
    expect([400, 404]).toContain(await ask(name, '192.0.2.1'));
    expect(asked).toEqual([]);
  },
);

it('rate limits look-ups of unknown names per network, also concurrent ones', {
  tags: ['long'],
}, async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, () => ask(newName(), '192.0.2.2')));
  expect(answers.filter((status) => status === 404)).toHaveLength(200);
  expect(answers.filter((status) => status === 429)).toHaveLength(200);
  expect(asked).toHaveLength(200);
  expect(await ask(newName(), '192.0.2.3')).toBe(404);
});

it('does not count look-ups of existing pictures', { tags: ['long'] }, async () => {
  const names = Array.from({ length: 250 }, newName);
  for (const name of names) await elsewhere.put(`media/${name}`, Readable.from(['a picture']));
  for (const name of names) expect(await ask(name, '192.0.2.4')).toBe(200);
  expect(asked).toHaveLength(250);
});
