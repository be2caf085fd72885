// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import { pieceName, writeInfo } from './catalog.ts';
import { findBackupUpTo } from './find-log.ts';
import { openKeys } from './keys.ts';

const folder = makeScratchFolder('find-log');
afterAll(() => rmSync(folder, { recursive: true }));

const backup = {
  startedAt: new Date(),
  endedAt: new Date(),
  startLsn: '0/10',
  endLsn: '0/20',
  timeline: 1,
  segmentBytes: 1,
  database: 'd',
  user: 'u',
  settings: {},
};

type Pieces = readonly (readonly [id: string, timeline: number, from: bigint, to: bigint])[];

async function find(pieces: Pieces, end: { timeline: number; from: bigint }): Promise<string | undefined> {
  const place = join(folder, randomBytes(4).toString('hex'));
  const places = { objects: folderObjects(place), keys: openKeys(`${place}-keys`) };
  // The second one was interrupted: it has a key and log, but is incomplete.
  for (const id of ['first', 'second']) await places.keys.make(id);
  await writeInfo(places, { id: 'first', ...backup });
  for (const piece of pieces) await places.objects.put(pieceName(...piece), Buffer.from('x'));
  return (await findBackupUpTo(places, end))?.id;
}

it('accepts a backup whose log reaches the present without gaps', async () => {
  const now = { timeline: 1, from: 0x40n };
  expect(await find([], { timeline: 1, from: 0x20n })).toBe('first');
  expect(await find([], now)).toBeUndefined();
  expect(
    await find(
      [
        ['first', 1, 0x08n, 0x28n],
        ['second', 1, 0x28n, 0x40n],
      ],
      now,
    ),
  ).toBe('first');
  expect(
    await find(
      [
        ['first', 1, 0x08n, 0x28n],
        ['second', 1, 0x29n, 0x40n],
      ],
      now,
    ),
  ).toBeUndefined();
});

it('rejects a backup or log of another timeline', async () => {
  const all: Pieces = [['first', 1, 0x08n, 0x40n]];
  expect(await find(all, { timeline: 2, from: 0x40n })).toBeUndefined();
  expect(await find([['first', 2, 0x08n, 0x40n]], { timeline: 1, from: 0x40n })).toBeUndefined();
});
