// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { findFaults, real } from '../tests/support/environment.ts';
import { readConfig } from './config.ts';
import { readDatabaseConfig } from './database-config.ts';

it('stores objects in the data folder, another folder or a service over TLS', () => {
  const placeWith = (OBJECTS_URL: string) => readConfig({ ...real, OBJECTS_URL }).objectsPlace;
  expect([placeWith(''), placeWith('/mnt/kept')]).toEqual([undefined, { kind: 'folder', path: '/mnt/kept' }]);
  expect(placeWith('https://key:secret@s3.example.com/bucket')).toMatchObject({
    kind: 's3',
    bucket: 'bucket',
  });
  const faults = findFaults({ ...real, OBJECTS_URL: 'http://key:secret@s3.example.com/bucket' });
  expect(faults).toEqual([expect.stringContaining('OBJECTS_URL: must be a folder, or https://')]);
});

it('requires backup keys stored separately from the backups', () => {
  expect(readConfig({ ...real, BACKUP_URL: '/backups', BACKUP_KEYS_DIR: '/keys' }).backup).toMatchObject({
    place: { kind: 'folder', path: '/backups' },
    keysDir: '/keys',
    everyMs: 86_400_000,
  });
  expect(readConfig(real).backup).toBeUndefined();
  expect(findFaults({ ...real, BACKUP_URL: '/backups' })).toEqual([
    'BACKUP_KEYS_DIR is missing: BACKUP_URL needs it',
  ]);
  for (const BACKUP_KEYS_DIR of ['/backups', '/backups/keys']) {
    expect(() => readDatabaseConfig({ BACKUP_URL: '/backups', BACKUP_KEYS_DIR })).toThrow(
      'keep the keys apart',
    );
    expect(findFaults({ ...real, BACKUP_URL: '/backups', BACKUP_KEYS_DIR })).toEqual([
      expect.stringContaining('keep the keys apart'),
    ]);
  }
});

it('requires absolute paths for journal and keys', () => {
  const given = { ...real, BACKUP_URL: '/backups', JOURNAL_URL: 'journal', BACKUP_KEYS_DIR: './keys' };
  expect(findFaults(given)).toEqual([
    expect.stringContaining('JOURNAL_URL: must be an absolute path'),
    expect.stringContaining('BACKUP_KEYS_DIR: must be an absolute path'),
  ]);
  const JOURNAL_URL = 'https://key:secret@s3.example.com/bucket';
  for (const url of [JOURNAL_URL, '/journal']) {
    expect(findFaults({ ...given, JOURNAL_URL: url, BACKUP_KEYS_DIR: '/keys' })).toEqual([]);
  }
});
