// SPDX-License-Identifier: Apache-2.0

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { folderObjects } from '../objects/folder-objects.ts';
import { baseName, listBackups, listKept, pieceName, surveyBackups, writeInfo } from './catalog.ts';
import { findLog } from './find-log.ts';
import { openKeys } from './keys.ts';
import { segmentName } from './lsn.ts';
import { prepareRestore } from './restore.ts';
import { seal, unseal } from './sealed.ts';
import { forgetBackups } from './take-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'finalring-forget-'));
afterAll(() => rmSync(folder, { recursive: true }));
const places = { objects: folderObjects(join(folder, 'backups')), keys: openKeys(join(folder, 'keys')) };

const day = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * day);

async function keep(days: number, isWhole = true): Promise<string> {
  const id = `backup-${String(100 - days).padStart(3, '0')}`;
  await places.keys.make(id);
  await places.objects.put(
    baseName(id),
    await seal(Readable.from(['all of it']), await places.keys.read(id)),
  );
  await places.objects.put(pieceName(id, 1, 5n, 9n), Buffer.from('x'));
  const at = daysAgo(days);
  const settings = {
    startLsn: '0/1',
    endLsn: '0/2',
    timeline: 1,
    segmentBytes: 1,
    database: 'd',
    user: 'u',
    settings: {},
  };
  if (isWhole) await writeInfo(places, { id, startedAt: at, endedAt: at, ...settings });
  return id;
}

it('deletes backups beyond the retention, destroying the key first', async () => {
  const [, , needed, torn, newest] = [
    await keep(40),
    await keep(35),
    await keep(31),
    await keep(20, false),
    await keep(1),
  ];
  const copy = await places.objects.get(baseName('backup-060'));
  const copied = copy ? await buffer(copy) : Buffer.alloc(0);
  expect(await text(await unseal(Readable.from([copied]), await places.keys.read('backup-060')))).toBe(
    'all of it',
  );

  const retentionMs = 30 * day;
  expect(await forgetBackups(places, { retentionMs, now })).toEqual(['backup-060', 'backup-065']);
  await expect(places.keys.read('backup-060')).rejects.toThrow('destroyed');
  expect(await listKept(places.objects)).toEqual([needed, torn, newest]);
  expect((await listBackups(places)).map(({ id }) => id)).toEqual([needed, newest]);
  const other = await places.keys.read(newest as string);
  await expect(unseal(Readable.from([copied]), other)).rejects.toThrow();
  expect(await forgetBackups(places, { retentionMs, now })).toEqual([]);
});

it('keeps backups that another host has the keys of, and retries failed deletions later', async () => {
  const elsewhere = { ...places, keys: openKeys(join(folder, 'other keys')) };
  const before = await listKept(places.objects);
  await elsewhere.keys.make('backup-100');
  expect(await forgetBackups(elsewhere, { retentionMs: 1, now })).toEqual([]);
  expect(await listKept(places.objects)).toEqual(before);
  await elsewhere.keys.destroy('backup-100');

  const [first] = before as [string];
  await places.keys.destroy(first);
  expect(await places.keys.listDestroyed()).toEqual([first]);
  await forgetBackups(places, { retentionMs: 300 * day, now });
  expect(await listKept(places.objects)).not.toContain(first);
  expect(await places.keys.listDestroyed()).toEqual([]);
});

it('trusts no backup information that its key did not encrypt', async () => {
  const id = await keep(0);
  const path = `backups/${id}/info.json.gz.age`;
  await places.objects.put(path, Buffer.from('{"settings":{"archive_cleanup_command":"touch /tmp/x"}}'));
  const readableIds = async () => (await listBackups(places)).map((each) => each.id);
  expect(await readableIds()).not.toContain(id);
  await places.objects.delete(path);
  const written = {
    id,
    startedAt: now,
    endedAt: now,
    startLsn: '0/1',
    endLsn: '0/2',
    timeline: 1,
    segmentBytes: 1,
  };
  const settings = { archive_cleanup_command: 'touch /tmp/x' } as never;
  await writeInfo(places, { ...written, database: 'd', user: 'u', settings });
  expect(await readableIds()).not.toContain(id);
  expect((await surveyBackups(places)).unreadable).toEqual([{ id, why: expect.stringMatching('settings') }]);
  await places.keys.destroy(id);
});

it('reports an unreadable backup and continues with the other backups', async () => {
  const [good, badKey, badInfo, cut] = [await keep(10), await keep(9), await keep(8), await keep(7)] as [
    string,
    string,
    string,
    string,
  ];
  const keyFile = join(folder, 'keys', `${badKey}.age-key`);
  const key = readFileSync(keyFile, 'utf8');
  writeFileSync(keyFile, '0'.repeat(80));
  await places.objects.put(`backups/${badInfo}/info.json.gz.age`, Buffer.from('no such thing'));
  const info = await places.objects.get(`backups/${cut}/info.json.gz.age`);
  const whole = info ? await buffer(info) : Buffer.alloc(0);
  await places.objects.put(`backups/${cut}/info.json.gz.age`, whole.subarray(0, -9));
  const ids = async () => (await listBackups(places)).map(({ id }) => id);
  expect(await ids()).toEqual(expect.arrayContaining([good]));
  const { unreadable } = await surveyBackups(places);
  expect(unreadable.map(({ id }) => id)).toEqual([badKey, badInfo, cut]);
  expect(unreadable[0]?.why).toContain(`${badKey}.age-key`);
  for (const { id, why } of unreadable.slice(1)) expect(why).toContain(`backups/${id}/info.json.gz.age`);

  // The log that a damaged key encrypted is unreadable too, which makes a gap.
  const [backup] = (await listBackups(places)).filter(({ id }) => id === good);
  const { following } = await findLog(places, backup as NonNullable<typeof backup>);
  expect(following.map(({ id }) => id)).not.toContain(badKey);

  const target = join(folder, 'laid');
  const named = (id: string) => prepareRestore(places, { target, id });
  await expect(named(badKey)).rejects.toThrow(`backup ${badKey} cannot be read: `);
  await expect(named(badInfo)).rejects.toThrow(`backup ${badInfo} cannot be read: `);
  // This one decrypts, and fails only because the test's `keep` stores no real archive.
  await expect(named(good)).rejects.toThrow('archive format');
  writeFileSync(keyFile, key);
  expect(await ids()).toContain(badKey);
  for (const id of [badKey, badInfo, cut, good]) await places.keys.destroy(id);
});

it('finishes an interrupted deletion: a key marked as destroyed is not used', async () => {
  const [first, second] = [await keep(6), await keep(5)];
  const file = (id: string, ending: string) => join(folder, 'keys', `${id}${ending}`);
  // Killed right after the mark, and in the middle of overwriting.
  writeFileSync(file(first, '.destroyed'), '');
  writeFileSync(file(second, '.destroyed'), '');
  writeFileSync(file(second, '.age-key'), '0'.repeat(80));
  for (const id of [first, second]) {
    expect(await places.keys.list()).not.toContain(id);
    await expect(places.keys.read(id)).rejects.toThrow('destroyed');
  }
  expect((await surveyBackups(places)).unreadable).toEqual([]);
  await forgetBackups(places, { retentionMs: 300 * day, now });
  for (const id of [first, second]) {
    expect(existsSync(file(id, '.age-key'))).toBe(false);
    expect(existsSync(file(id, '.destroyed'))).toBe(false);
    expect(await listKept(places.objects)).not.toContain(id);
  }
});

it('eventually deletes unreadable backups too', async () => {
  const [bad, needed] = [await keep(4), await keep(3)];
  writeFileSync(join(folder, 'keys', `${bad}.age-key`), 'damaged');
  expect(await forgetBackups(places, { retentionMs: 2 * day, now })).toContain(bad);
  expect(await listKept(places.objects)).not.toContain(bad);
  expect((await listBackups(places)).map(({ id }) => id)).toContain(needed);
});

it('fails when encrypted content was cut or changed', async () => {
  const key = await places.keys.read('backup-099');
  const content = Buffer.alloc(300_000, 'log');
  const sealed = await buffer(await seal(Readable.from([content]), key));
  expect((await buffer(await unseal(Readable.from([sealed]), key))).equals(content)).toBe(true);
  const changed = Buffer.from(sealed);
  changed[sealed.length - 20] = (changed[sealed.length - 20] as number) ^ 1;
  for (const wrong of [sealed.subarray(0, -1), changed]) {
    await expect(unseal(Readable.from([wrong]), key).then(buffer)).rejects.toThrow();
  }
});

it('names log files as PostgreSQL does', () => {
  const megabytes16 = 16n * 1024n * 1024n;
  expect(segmentName(1, 0x0200_0028n, megabytes16)).toBe('000000010000000000000002');
  expect(segmentName(12, 0x1_ff00_0000n, megabytes16)).toBe('0000000C00000001000000FF');
});
