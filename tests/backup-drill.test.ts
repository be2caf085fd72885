import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareSales, type Drill, destroyAmidSales } from './support/backup-drill.ts';
import { finalring, finalringJson } from './support/command.ts';
import { makeScratchFolder } from './support/scratch.ts';

const folder = makeScratchFolder('backup');
let drill: Drill;
beforeAll(async () => {
  drill = await destroyAmidSales(folder, { codes: 5000, sellMs: 3000 });
});
afterAll(() => drill?.remove());

it('gets a destroyed database back to its last second, and proves its books', async () => {
  const end = drill.sales.at(-1)?.toldAt as Date;
  const verified = await finalringJson<{ audit: { transfers: number } }>(['backup', 'verify'], drill.env);
  expect(verified).toMatchObject({ code: 0, ok: true });
  // The coins of each buyer, and what they bought until two seconds before the end at the least.
  const sure = drill.sales.filter(({ toldAt }) => toldAt.getTime() < end.getTime() - 2000).length;
  expect(verified.result.audit.transfers).toBeGreaterThanOrEqual(sure + 4);
  // Nothing of it is left.
  expect(readdirSync(drill.env.DATA_DIR as string).filter((name) => name.startsWith('verify'))).toEqual([]);
});

it('goes back to a moment amid the sales, not a sale further', async () => {
  const at = drill.moment.toISOString();
  const restored = await finalringJson(['restore', '--at', at], drill.env);
  expect(restored).toMatchObject({ code: 0, ok: true });
  const { server, db } = await drill.open();
  const { orders, lacking, tooLate } = await compareSales(db, drill);
  await db.close();
  await server.stop();
  expect({ lacking, tooLate }).toEqual({ lacking: 0, tooLate: 0 });
  expect(orders).toBeGreaterThan(0);
  expect(orders).toBeLessThan(drill.sales.length);
});

it('cannot be read without its key, nor restored over anything', async () => {
  const { BACKUP_URL = '', BACKUP_KEYS_DIR = '' } = drill.env;
  const away = await finalringJson(['restore', join(folder, 'new')], {
    ...drill.env,
    BACKUP_KEYS_DIR: folder,
  });
  expect(away).toMatchObject({ code: 3, error: expect.stringContaining('whose key is here') });
  expect((await finalring(['restore', BACKUP_URL], drill.env)).stderr).toContain('is not empty');
  expect((await finalring(['restore', '--at', '2026-11-23'], drill.env)).code).toBe(2);
  expect(existsSync(BACKUP_KEYS_DIR)).toBe(true);
});
