// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findInStock, type NamedCode, type Quarantined } from '../server/features/shop/feature.ts';
import { prepareRestore } from '../server/platform/backup/restore.ts';
import { openBackupPlaces } from '../server/platform/backup/start-backups.ts';
import { noJournal } from '../server/platform/journal/journal.ts';
import { checkJournal } from '../server/recovery/check-journal.ts';
import type { Reconciled } from '../server/recovery/reconcile-journal.ts';
import { compareSales, findBreaches } from './support/after-restore.ts';
import { type Drill, destroyAmidSales } from './support/backup-drill.ts';
import { finalring, finalringJson } from './support/command.ts';
import { createPlayer } from './support/factories.ts';
import { makeScratchFolder } from './support/scratch.ts';

const folder = makeScratchFolder('backup');
let drill: Drill;
beforeAll(async () => {
  drill = await destroyAmidSales(folder, { codes: 5000, sellMs: 2000 });
});
afterAll(() => drill?.remove());

it('restores a destroyed database up to its last second, and passes the audit', async () => {
  const end = drill.sales.at(-1)?.confirmedAt as Date;
  const verified = await finalringJson<{ audit: { transfers: number } }>(['backup', 'verify'], drill.env);
  expect(verified).toMatchObject({ code: 0, ok: true });
  // The coins of each buyer, and their purchases until at least two seconds before the end.
  const sure = drill.sales.filter(({ confirmedAt }) => confirmedAt.getTime() < end.getTime() - 2000).length;
  expect(verified.result.audit.transfers).toBeGreaterThanOrEqual(sure + 4);
  // No leftovers.
  expect(readdirSync(drill.env.DATA_DIR as string).filter((name) => name.startsWith('verify'))).toEqual([]);
});

it('restores a point in time during sales, and sells no code again', async () => {
  const { env, journal, moment, sales, erasedId, firedId } = drill;
  expect(await finalringJson(['restore', '--at', moment.toISOString()], env)).toMatchObject({ code: 0 });
  const { server, db } = await drill.open();
  try {
    const { orders } = await compareSales(db, drill);
    expect(orders).toBeGreaterThan(0);
    expect(orders).toBeLessThan(sales.length);
    await expect(checkJournal(db, journal)).rejects.toThrow('older than its journal');
    await expect(checkJournal(db, noJournal)).rejects.toThrow('JOURNAL_URL is missing');

    const told: NamedCode[] = [];
    for await (const entry of journal.read()) if (entry.kind === 'sold') told.push(...entry.codes);
    // Each order has two codes of each of two cards, and the journal has every code that a buyer was promised.
    expect(told.length).toBeGreaterThanOrEqual(sales.length * 4);
    const lost = (await findInStock(db, { sold: told, shown: [] })).length;
    // Before it is reconciled. `restore` has ended the sessions.
    expect(await findBreaches(db, drill)).toEqual([
      `${lost} codes that were sold are in stock`,
      '1 demoted administrator has rights',
      '1 erased player is there',
    ]);
    const first = await finalringJson<Reconciled>(['backup', 'reconcile', '--yes'], env);
    expect(first).toMatchObject({
      code: 0,
      result: { isProven: true, soldCodes: lost, unprovenCodes: 0, absentCodes: 0, erased: [erasedId] },
    });
    expect(first.result.access).toMatchObject({ suspended: [firedId], demoted: [firedId], given: [] });
    // Nobody has looked at a code, so all codes can be sold again, and nobody owes anything.
    const { lostOrders } = first.result;
    expect(lostOrders.reduce((sum, { unseenCodes }) => sum + unseenCodes, 0)).toBe(lost);
    expect(lostOrders.some(({ owedGC }) => owedGC > 0)).toBe(false);
    expect(await findBreaches(db, drill)).toEqual([]);
    await checkJournal(db, journal);

    const again = await finalringJson<Reconciled>(['backup', 'reconcile', '--yes', '--incomplete'], env);
    expect(again.result).toMatchObject({ isProven: false, soldCodes: 0, erased: [] });
    expect(again.result.unprovenCodes).toBeGreaterThan(0);
    const [card = ''] = drill.giftCardIds;
    const { id: officer } = await createPlayer(db, { role: 'ADMIN' });
    const release = ['codes', 'quarantine', '--release', card, '--by', officer];
    expect(await finalringJson(release, env)).toMatchObject({ code: 4 });
    const { result } = await finalringJson<{ released: number; cards: Quarantined[] }>(
      [...release, '--yes'],
      env,
    );
    expect(
      result.released + (result.cards.find(({ giftCardId }) => giftCardId !== card)?.unproven ?? 0),
    ).toBe(again.result.unprovenCodes);
    expect(await findInStock(db, { sold: told, shown: [] })).toEqual([]);
  } finally {
    await db.close();
    await server.stop();
  }
});

it('reports its progress while restoring files', async () => {
  const { BACKUP_URL = '', BACKUP_KEYS_DIR = '' } = drill.env;
  const place = { kind: 'folder', path: BACKUP_URL } as const;
  const places = await openBackupPlaces({ place, keysDir: BACKUP_KEYS_DIR });
  const told: [number, number][] = [];
  const onLaid = (...each: [number, number]) => told.push(each);
  const { pieces } = await prepareRestore(places, { target: join(folder, 'laid'), onLaid });
  places.objects.close();
  expect(pieces).toBeGreaterThan(0);
  expect(told[0]).toEqual([1, 1 + pieces]);
  expect(told.at(-1)).toEqual([1 + pieces, 1 + pieces]);
});

it('starts over only where a restore was interrupted', async () => {
  const { BACKUP_URL = '', BACKUP_KEYS_DIR = '' } = drill.env;
  const place = { kind: 'folder', path: BACKUP_URL } as const;
  const places = await openBackupPlaces({ place, keysDir: BACKUP_KEYS_DIR });
  const target = join(folder, 'interrupted');
  const leaving = new AbortController();
  const left = prepareRestore(places, { target, stop: leaving.signal, onLaid: () => leaving.abort() });
  await expect(left).rejects.toThrow('aborted');
  expect(existsSync(join(target, 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(target, 'recovery.signal'))).toBe(false);
  await prepareRestore(places, { target });
  expect(existsSync(join(target, 'recovery.signal'))).toBe(true);
  const inside = [target, `${target}-log`].flatMap((each) => readdirSync(each));
  expect(inside.filter((name) => name.includes('unfinished'))).toEqual([]);
  await expect(prepareRestore(places, { target })).rejects.toThrow('is not empty');
  places.objects.close();
});

it('a backup cannot be read without its key, or restored over existing data', async () => {
  const { BACKUP_URL = '', BACKUP_KEYS_DIR = '' } = drill.env;
  const away = await finalringJson(['restore', join(folder, 'new')], {
    ...drill.env,
    BACKUP_KEYS_DIR: folder,
  });
  expect(away).toMatchObject({ code: 3, error: expect.stringContaining('is complete with its key in') });
  expect((await finalring(['restore', BACKUP_URL], drill.env)).stderr).toContain('is not empty');
  expect((await finalring(['restore', '--at', '2026-11-23'], drill.env)).code).toBe(2);
  expect(existsSync(BACKUP_KEYS_DIR)).toBe(true);
});
