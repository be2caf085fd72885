// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import { historyCsv } from './export-csv.ts';

function entry(more: Partial<HistoryEntry>): HistoryEntry {
  return {
    _id: '7',
    description: 'Entry of Sharpshooter',
    status: 'Success',
    type: 'challengeEntry',
    amount: -120,
    currency: 'GC',
    date: '2026-11-21T09:30:00.000Z',
    ...more,
  };
}

it('writes a row per entry under named columns, with signed amounts', async () => {
  const csv = await historyCsv([entry({}), entry({ type: 'xpAward', amount: 20, currency: 'XP', _id: '8' })]);
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFDate,Description,Type,Status,Amount,Currency,Transaction',
    '2026-11-21T09:30:00.000Z,Entry of Sharpshooter,Challenge Entry,Success,-120,GC,7',
    '2026-11-21T09:30:00.000Z,Entry of Sharpshooter,XP Award,Success,20,XP,8',
  ]);
});

it('quotes text that would break the columns', async () => {
  const csv = await historyCsv([entry({ description: 'Won "Duel", round 2\nand more' })]);
  expect(csv).toContain(',"Won ""Duel"", round 2\nand more",');
});

it.each(['=', '+', '-', '@', '\t', '\r'])('defuses a text that begins with %j', async (sign) => {
  const csv = await historyCsv([entry({ description: `${sign}HYPERLINK(0)` })]);
  expect(csv).toContain(`'${sign}HYPERLINK(0)`);
  expect(csv).toContain(',-120,');
});

it('defuses a text of several lines like one of a single line', async () => {
  const csv = await historyCsv([entry({ description: '=HYPERLINK(0)\nplease look' })]);
  expect(csv).toContain(`"'=HYPERLINK(0)\nplease look"`);
});

it('contains only the heading when nothing has moved', async () => {
  expect((await historyCsv([])).trimEnd()).toBe(
    '\uFEFFDate,Description,Type,Status,Amount,Currency,Transaction',
  );
});
