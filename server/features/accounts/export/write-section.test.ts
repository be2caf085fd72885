// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { playerExport } from '../../../../contract/player-export.ts';
import { makeScratchFolder } from '../../../../tests/support/scratch.ts';
import { openArchives } from './archives.ts';
import { listColumns, toCell } from './columns.ts';
import { forgetExpired } from './forget-exports.ts';
import type { Section } from './sections.ts';
import { isWritten, writeSection } from './write-section.ts';

let folder: string;
beforeEach(() => {
  folder = makeScratchFolder('sections');
});

const item = z.object({
  n: z.int(),
  text: z.string().nullable(),
  in: z.object({ deep: z.boolean() }).optional(),
});
const section = (items: AsyncIterable<unknown> | unknown[], isList = true): Section =>
  ({ name: 'attempts', isList, item, read: () => Readable.from(items) }) as unknown as Section;
const read = (format: string) => readFileSync(join(folder, `attempts.${format}`), 'utf8');
async function write(of: Section): Promise<number> {
  let batches = 0;
  await writeSection(folder, 'player', of, async () => void batches++);
  return batches;
}

const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      // From the process that listed them.
      return [];
    }
  });

describe('an export section', () => {
  it('is written as JSON and as CSV that spreadsheets treat as text', async () => {
    expect(await isWritten(folder, section([]))).toBe(false);
    const items = [
      { n: 1, text: '=1+1', in: { deep: true } },
      { n: -2, text: 'a "b", c' },
      { n: 3, text: '=1+1\nand more' },
    ];
    expect(await write(section(items))).toBe(1);
    expect(read('json')).toBe(`[\n${items.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
    const lines = `1,"'=1+1",true\r\n-2,"a ""b"", c",\r\n3,"'=1+1\nand more",\r\n`;
    expect(read('csv')).toBe(`\uFEFFn,text,in.deep\r\n${lines}`);
    expect(await isWritten(folder, section([]))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['attempts.csv', 'attempts.json']);
    expect(statSync(join(folder, 'attempts.json')).mode & 0o777).toBe(0o600);
  });

  it('leaves no file when one of its two files cannot be written', async () => {
    // The longest possible path fits the table's draft, but not the JSON draft, whose name is one letter longer.
    const longest = (process.platform === 'darwin' ? 1_024 : 4_096) - 1;
    const draft = `/${randomUUID()}.csv.part`.length;
    while (folder.length < longest - draft) {
      const room = longest - draft - folder.length - 1;
      folder = join(folder, 'x'.repeat(room > 250 ? 200 : room));
    }
    mkdirSync(folder, { recursive: true });
    await expect(write(section([]))).rejects.toMatchObject({ code: 'ENAMETOOLONG', syscall: 'open' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written when empty, and as an object when it is not a list', async () => {
    expect(await write(section([]))).toBe(0);
    expect([read('json'), read('csv')]).toEqual(['[\n\n]\n', '\uFEFFn,text,in.deep\r\n']);
    await write(section([{ n: 1, text: null }], false));
    expect(read('json')).toBe('{\n  "n": 1,\n  "text": null\n}\n');
  });

  it('is written in batches and reports each one', async () => {
    const items = Array.from({ length: 1_001 }, (_, n) => ({ n, text: null }));
    expect(await write(section(items))).toBe(3);
    expect(JSON.parse(read('json'))).toEqual(items);
    expect(read('csv').split('\r\n')).toHaveLength(1_003);
    expect(await write(section(items.slice(0, 500)))).toBe(1);
    expect(JSON.parse(read('json'))).toHaveLength(500);
  });

  it('leaves no file when it fails or its export is canceled', async () => {
    async function* broken() {
      yield { n: 1, text: null };
      throw new Error('cannot be read');
    }
    await expect(write(section(broken()))).rejects.toThrow('cannot be read');
    const unwanted = writeSection(folder, 'player', section([{ n: 1 }]), async () => {
      throw new Error('not wanted');
    });
    await expect(unwanted).rejects.toThrow('not wanted');
    expect(readdirSync(folder)).toEqual([]);
    // Nor may an unnamed file stay open.
    if (process.platform === 'linux')
      expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });
});

it('a section has a CSV column for each field and each nested field', () => {
  const nested = z.object({
    a: z.string().default('x'),
    b: z.object({ c: z.int(), d: z.object({ e: z.int() }).nullable() }).optional(),
    list: z.array(z.object({ f: z.int() })),
  });
  const columns = listColumns(nested);
  expect(columns).toEqual([['a'], ['b', 'c'], ['b', 'd', 'e'], ['list']]);
  const row = (one: unknown) => columns.map((column) => toCell(one, column));
  expect(row({ a: 'y', b: { c: 0, d: null }, list: [{ f: 1 }] })).toEqual(['y', 0, null, '[{"f":1}]']);
  expect(row({ a: false })).toEqual([false, null, null, null]);
  expect(row({ a: null })).toEqual([null, null, null, null]);
});

it("a section has CSV columns for every shape of a field, such as an attempt's counters", () => {
  const columns = listColumns(playerExport.shape.attempts.element).map((column) => column.join('.'));
  const counts = ['kills', 'wins', 'matches', 'top10', 'top25'];
  for (const stats of ['initialStats', 'finalStats']) {
    expect(columns).toEqual(expect.arrayContaining(counts.map((count) => `${stats}.${count}`)));
    expect(columns).not.toContain(stats);
  }
  expect(new Set(columns).size).toBe(columns.length);
});

describe('export archives', () => {
  /** Objects in memory. */
  function open() {
    const files = new Map<string, Buffer>();
    let loses = false;
    const objects = {
      async put(name: string, content: Readable) {
        const bytes = Buffer.concat(await content.toArray());
        if (!loses) files.set(name, bytes);
      },
      head: async (name: string) => {
        const file = files.get(name);
        return file && { bytes: file.length };
      },
      get: async (name: string) => {
        const file = files.get(name);
        return file && Readable.from([file]);
      },
      delete: async (name: string) => void files.delete(name),
      async *list(prefix: string) {
        for (const name of [...files.keys()]) if (name.startsWith(prefix)) yield { name };
      },
    };
    const archives = openArchives(objects as never, folder);
    const keep = (id: string, run: number, text: string) =>
      archives.keep({ id, run }, Readable.from([Buffer.from(text)]));
    return { archives, files, keep, lose: () => (loses = true) };
  }

  it('are stored by export and run, and return their size', async () => {
    const { archives, files, keep, lose } = open();
    const id = randomUUID();
    expect(await keep(id, 1, 'first')).toBe(5);
    expect(await keep(id, 2, 'second one')).toBe(10);
    expect([...files.keys()]).toEqual([`exports/${id}-1.zip`, `exports/${id}-2.zip`]);
    expect(String(await (await archives.read({ id, run: 1 }))?.toArray())).toBe('first');
    await archives.remove({ id, run: 1 });
    expect(await archives.read({ id, run: 1 })).toBeUndefined();
    lose();
    await expect(keep(id, 3, 'lost')).rejects.toThrow(`exports/${id}-3.zip was kept and is not there`);
  });

  it('are listed once each, as drafts and finished, and removed with both', async () => {
    const { archives, files, keep } = open();
    const [draft, whole, both] = [randomUUID(), randomUUID(), randomUUID()];
    files.set('exports/something-else', Buffer.from(''));
    files.set(`exports/old/${randomUUID()}`, Buffer.from(''));
    mkdirSync(join(folder, `old-${randomUUID()}`));
    files.set(`draws/${randomUUID()}`, Buffer.from(''));
    await keep(whole, 1, 'x');
    await keep(both, 1, 'x');
    await keep(both, 2, 'x');
    for (const id of [draft, both]) mkdirSync(join(archives.draftsOf(id), 'within'), { recursive: true });
    expect(archives.draftsOf(draft)).toBe(join(folder, draft));
    expect((await archives.list()).sort()).toEqual([draft, whole, both].sort());
    await archives.removeAllOf(both);
    expect((await archives.list()).sort()).toEqual([draft, whole].sort());
    await archives.removeDrafts(draft);
    await archives.removeAllOf(whole);
    expect(await archives.list()).toEqual([]);
    expect([readdirSync(folder).length, files.size]).toEqual([1, 3]);
    expect(await openArchives({ async *list() {} } as never, join(folder, 'none')).list()).toEqual([]);
  });

  it('are removed in batches of 500 when no export refers to them', async () => {
    const ids = Array.from({ length: 1_001 }, () => randomUUID());
    const [known, last] = [ids[3] as string, ids.at(-1) as string];
    const asked: number[] = [];
    const removed: string[] = [];
    const expired = Array.from({ length: 501 }, (_, run) => ({ id: known, run }));
    const marked: unknown[] = [];
    const db = {
      rows: async ({ text, values }: { text: string; values: string[][] }) => {
        if (text.includes("status = 'ready' and")) return expired.splice(0, 500);
        asked.push(values[0]?.length ?? 0);
        return [{ id: known }].filter(({ id }) => values[0]?.includes(id));
      },
      run: async ({ values }: { values: unknown[] }) => void marked.push(...values),
      reports: { run: async () => 0 },
    };
    const runs: number[] = [];
    const archives = {
      list: async () => ids,
      removeAllOf: async (id: string) => void removed.push(id),
      remove: async ({ run }: { run: number }) => void runs.push(run),
    };
    await forgetExpired({ db, clock: { now: () => new Date() }, archives } as never);
    expect([runs, marked]).toEqual([Array.from({ length: 501 }, (_, run) => run), runs.map(() => known)]);
    expect(asked).toEqual([500, 500, 1]);
    expect([removed.length, removed.includes(known), removed.at(-1)]).toEqual([1_000, false, last]);
  });
});
