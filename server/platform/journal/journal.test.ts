// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import { ObjectsUnavailable } from '../objects/objects.ts';
import { type Place, parsePlace } from '../objects/place.ts';
import { type JournalEntry, toText } from './entries.ts';
import { type Journal, openJournal } from './journal.ts';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-journal-'));
  server = await startS3Server(join(folder, 's3'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const shown = (codeId: string): JournalEntry => ({ kind: 'shown', codeId, print: '' });

async function read(journal: Journal, since?: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const entry of journal.read({ ...(since && { since }) }))
    if (entry.kind === 'shown') ids.push(entry.codeId);
  return ids.sort();
}

describe.each(['a folder', 'a bucket'])('a journal in %s', (kind) => {
  const at = () => (kind === 'a folder' ? join(folder, 'kept') : server.url);

  it('returns what several processes wrote concurrently, once they were acknowledged', {
    tags: ['long'],
  }, async () => {
    const [one, two] = [await openJournal(parsePlace(at())), await openJournal(parsePlace(at()))];
    expect(await one.readId()).toBeUndefined();
    await one.begin('an id');
    expect(await two.readId()).toBe('an id');
    const ids = Array.from({ length: 40 }, (_, n) => `code-${String(n).padStart(2, '0')}`);
    await Promise.all(ids.map((id, n) => (n % 2 ? one : two).write(shown(id))));
    const later = await openJournal(parsePlace(at()));
    expect(await read(later)).toEqual(ids);
    // More objects than are read from a bucket at the same time.
    for (const id of ids) await one.write(shown(`late-${id}`));
    const since = new Date(Date.now() - 3 * 86_400_000);
    expect(await read(later, since)).toEqual([...ids, ...ids.map((id) => `late-${id}`)].sort());
    await Promise.all([one, two, later].map((journal) => journal.close()));
  });
});

it('skips a torn line of an earlier release and reads on', async () => {
  const place = join(folder, 'torn');
  const day = join(place, 'journal', '2026-11-20');
  mkdirSync(day, { recursive: true });
  const [first, second] = ['first', 'second'].map((id) => toText(shown(id)));
  writeFileSync(join(day, 'a.jsonl'), `${first}\n{"kind":"shown","cod\n${second}\n`);
  const journal = await openJournal(parsePlace(place));
  expect(await read(journal)).toEqual(['first', 'second']);
  await journal.close();
});

it('reads everything written since a time, and skips older files', async () => {
  const place = join(folder, 'days');
  const journal = await openJournal(parsePlace(place));
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000);
  for (const hoursAgo of [0, 24, 48, 72, 96]) {
    const day = join(place, 'journal', at(hoursAgo).toISOString().slice(0, 10));
    mkdirSync(day, { recursive: true });
    const file = join(day, 'a.jsonl');
    writeFileSync(file, `${JSON.stringify({ at: at(hoursAgo).toISOString(), ...shown(`${hoursAgo}`) })}\n`);
    utimesSync(file, at(hoursAgo), at(hoursAgo));
  }
  const readSince = async (since: Date) => {
    const hoursAgo: number[] = [];
    for await (const line of journal.read({ since }))
      hoursAgo.push(Math.round((Date.now() - Date.parse(line.at)) / 3_600_000));
    return hoursAgo;
  };
  expect((await readSince(at(48.5))).sort()).toEqual([0, 24, 48]);
  // Tolerates a clock that is behind by less than an hour.
  expect((await readSince(at(47.5))).sort()).toEqual([0, 24, 48]);
  expect(await readSince(at(46))).toHaveLength(2);
  // With the time of a database whose clock was ahead.
  expect(await readSince(at(-1000))).toEqual([0]);
  await journal.close();
});

it.each([
  ['an unreachable service', () => parsePlace('http://a:b@127.0.0.1:1/none')],
  [
    'an impossible folder',
    () => {
      writeFileSync(join(folder, 'file'), '');
      return parsePlace(join(folder, 'file'));
    },
  ],
])('reports to its caller that nothing was written: %s', async (_, place) => {
  const journal = await openJournal(place() as Place);
  await expect(journal.write(shown('x'))).rejects.toThrow(ObjectsUnavailable);
  await journal.close();
});

it('writes nothing when no journal is configured', async () => {
  const journal = await openJournal(undefined);
  expect(journal.isKept).toBe(false);
  await journal.write(shown('x'));
  expect(await read(journal)).toEqual([]);
});
