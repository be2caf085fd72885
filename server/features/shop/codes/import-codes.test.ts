// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../../contract/code-imports.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { maxCsvLines, readCodesFile } from './codes-csv.ts';
import { insertCodes, insertCodesOfCards } from './gift-card-code-store.ts';
import { importCodes } from './import-codes.ts';
import { maxCsvBytes } from './read-table.ts';
import { sealCode } from './seal-code.ts';

const now = new Date('2026-11-28T12:00:00Z');
const read = (text: string) => readCodesFile(Buffer.from(text), { namesCards: false, now });
const codesIn = (text: string) => {
  const file = read(text);
  return 'codes' in file ? file.codes.map(({ line: at, code }) => `${at}:${code}`) : file;
};

describe('a code file for one card', () => {
  it.each([
    ['lines', 'AAAA-1111\nBBBB-2222\n', ['1:AAAA-1111', '2:BBBB-2222']],
    ['an unterminated last line', 'AAAA-1111\nBBBB-2222', ['1:AAAA-1111', '2:BBBB-2222']],
    ['CRLF', 'AAAA-1111\r\nBBBB-2222\r\n', ['1:AAAA-1111', '2:BBBB-2222']],
    ['CRLF, then LF', 'code\r\nAAAA-1111\nBBBB-2222\n', ['2:AAAA-1111', '3:BBBB-2222']],
    ['LF, then CRLF', 'code\nAAAA-1111\r\nBBBB-2222\r\n', ['2:AAAA-1111', '3:BBBB-2222']],
    ['CR', 'AAAA-1111\rBBBB-2222\r', ['1:AAAA-1111', '2:BBBB-2222']],
    ['byte order mark', '\ufeffAAAA-1111\n', ['1:AAAA-1111']],
    ['a heading', 'Code\nAAAA-1111\n', ['2:AAAA-1111']],
    ['byte order mark, heading and quotes', '\ufeff"hashCode"\r\n"AAAA-1111"\r\n', ['2:AAAA-1111']],
    ['quotes in quotes', '"AA""AA"\n', ['1:AA"AA']],
    ['a comma in quotes', '"AAAA,1111"\n', ['1:AAAA,1111']],
    ['spaces around', '  AAAA-1111  \n\tBBBB-2222\n', ['1:AAAA-1111', '2:BBBB-2222']],
    ['empty lines', '\nAAAA-1111\n\n\nBBBB-2222\n\n', ['2:AAAA-1111', '5:BBBB-2222']],
    ['empty additional columns', 'Code,\nAAAA-1111,,\n', ['2:AAAA-1111']],
  ])('is read with %s', (_, text, codes) => {
    expect(codesIn(text)).toEqual(codes);
  });

  it.each(['Code', ' CODES ', 'hashCode', 'Hash Code', 'Gift card code'])(
    'may have the heading %s',
    (heading) => {
      expect(codesIn(`${heading}\nAAAA-1111\n`)).toEqual(['2:AAAA-1111']);
    },
  );

  it('may reach the maximum size and number of lines', { tags: ['long'] }, () => {
    expect(codesIn('AAAA\n'.repeat(maxCsvLines))).toHaveLength(maxCsvLines);
    expect(codesIn(`AAAA\n${'\n'.repeat(maxCsvBytes - 5)}`)).toEqual(['1:AAAA']);
    expect(codesIn('B'.repeat(9_000))).toEqual([]);
  });

  it('reports lines without a valid code', () => {
    expect(read('code\nAAAA-1111\nAAAA-2222,PSN\nABC\nÄÖÜß-3333\n"two\nlines"\nBBBB-2222\n')).toMatchObject({
      codes: [
        { line: 2, code: 'AAAA-1111' },
        { line: 8, code: 'BBBB-2222' },
      ],
      malformed: [
        { line: 3, why: 'it has a value in a column without a heading: name each column' },
        { line: 4, why: 'it is shorter than 4 characters' },
        { line: 5, why: 'it has characters that codes never have' },
        { line: 7, why: 'it has characters that codes never have' },
      ],
    });
  });

  it.each([
    ['empty', '', 'it has no codes. Write one per line'],
    ['a heading only', 'code\r\n', 'it has headings but no codes. Write one per line'],
    [
      'one with unclosed quotes',
      'AAAA-1111\n"BBBB-2222\n',
      'line 2: its quotes do not match: remove them, or write each twice inside a quoted field',
    ],
    [
      'one with text after quotes',
      '"AAAA"1111\n',
      'line 1: its quotes do not match: remove them, or write each twice inside a quoted field',
    ],
    [
      'too long in lines',
      'AAAA\n'.repeat(maxCsvLines + 1),
      'it has more than 20000 lines. Split it and import the parts one by one',
    ],
    [
      'too large',
      `AAAA\n${'\n'.repeat(maxCsvBytes - 4)}`,
      'it is larger than 2 MB. Split it and import the parts one by one',
    ],
    [
      'one endless line',
      'A'.repeat(20_000),
      'line 1: it is longer than 10 kB, or a quote in it or before it never ends',
    ],
  ])('is refused when it is %s', (_, text, why) => {
    expect(read(text)).toEqual({ refused: 'codes_unreadable', data: { why } });
  });

  it('is refused when it is not text', () => {
    const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00]);
    const why = expect.stringContaining('click File, Save As');
    const reading = { namesCards: false, now };
    expect(readCodesFile(image, reading)).toEqual({ refused: 'codes_unreadable', data: { why } });
  });
});

describe('importCodes', () => {
  const shop = openForTests(startShopTest);
  let admin: Shopper;
  beforeAll(async () => {
    admin = await shop.shopper({ role: 'ADMIN' });
  });

  const bring = (
    giftCardId: string,
    text: string,
    isDryRun = false,
    leavesImplausible = false,
    idempotencyKey: string = randomUUID(),
  ) =>
    importCodes(
      {
        actorId: admin.id,
        giftCardId,
        file: Buffer.from(text),
        isDryRun,
        leavesImplausible,
        idempotencyKey,
      },
      shop.deps,
    );

  it("stores no dry run's answer for the import under the same key", async () => {
    const card = await shop.card({ codes: 0 });
    const key = randomUUID();
    for (const isDryRun of [true, true, false, false]) {
      expect(await bring(card, 'SAME-0001\n', isDryRun, false, key)).toMatchObject({ added: 1 });
    }
    expect(await shop.stock(card)).toBe(1);
  });

  it('does exactly what its dry run reported, and adds nothing the second time', async () => {
    const other = await shop.card({ codes: ['KNOWN-0001'] });
    const card = await shop.card({ codes: 0 });
    const text = 'code\nNEW-0001\nNEW-0002\nnew 0001\nknown0001\nx\nNEW-0003\n';
    const report: ImportReport = {
      added: 3,
      duplicates: [4, 5],
      soldBefore: [],
      malformed: [{ line: 6, why: 'it is shorter than 4 characters' }],
      implausible: [],
      headingLine: 1,
      columns: [{ heading: 'code', use: 'code' }],
      notes: [],
    };
    expect(await bring(card, text, true)).toEqual(report);
    expect(await shop.stock(card)).toBe(0);
    expect(await bring(card, text)).toEqual(report);
    expect([await shop.stock(card), await shop.stock(other)]).toEqual([3, 1]);
    expect(await bring(card, text)).toEqual({ ...report, added: 0, duplicates: [2, 3, 4, 5, 7] });
    expect(await shop.stock(card)).toBe(3);
    const changes = await shop.test.db.rows(sql`
      select actor_id, action, after from admin_changes where subject = ${`gift-card:${card}`}
      order by id`);
    const change = { actorId: admin.id, action: 'gift-card.import-codes' };
    expect(changes).toEqual([
      { ...change, after: { added: 3, duplicates: 2, malformed: 1 } },
      { ...change, after: { added: 0, duplicates: 5, malformed: 1 } },
    ]);
  });

  it('adds each code once for concurrent imports of the same file in any order', async () => {
    const card = await shop.card({ codes: 0 });
    const lines = Array.from({ length: 200 }, (_, index) => `RACE-${1000 + index}`);
    const reports = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        bring(card, (index % 2 ? [...lines].reverse() : lines).join('\n')),
      ),
    );
    const added = reports.map((report) => ('added' in report ? report.added : Number.NaN));
    expect(added.reduce((sum, count) => sum + count)).toBe(200);
    expect(await shop.stock(card)).toBe(200);
  });

  it('reports codes that a concurrent import added as duplicates', async () => {
    const [card, other] = [await shop.card({ codes: 0 }), await shop.card({ codes: 0 })];
    const codes = [sealCode(shop.deps.vault, 'LATE-0002')];
    const report = await meanwhile(
      shop.test.db,
      (tx) => insertCodes(tx, { giftCardId: other, purchaseId: null, codes }),
      () => bring(card, 'LATE-0001\nlate 0002\nLATE-0003\n'),
    );
    expect(report).toMatchObject({ added: 2, duplicates: [2] });
    expect([await shop.stock(card), await shop.stock(other)]).toEqual([2, 1]);
  });

  it('reports codes of unusual form in advance, and skips them on request', async () => {
    const card = await shop.card({ codes: ['AAAA-0000-0001', 'AAAA-0000-0002', 'AAAA-0000-0003'] });
    const text = 'AAAA-0000-0004\nAAAA 0000 0005\n$25,00 card\nAAAA-0006\nAAAA-0000-0007\n';
    const quoted = text.replace('$25,00 card', '"$25,00 card"');
    const implausible = [
      { line: 2, why: 'it has a space in it' },
      {
        line: 3,
        why: 'it has a space in it; it has "$", "," in it; it is 3 characters shorter than the others',
      },
      { line: 4, why: 'it is 5 characters shorter than the others' },
    ];
    const file = { headingLine: null, columns: [], notes: [] };
    const report = { duplicates: [], soldBefore: [], malformed: [], implausible, ...file };
    // The usual form follows from the card's own codes and those in the file.
    const many = `${quoted}${Array.from({ length: 15 }, (_, n) => `BBBB-0000-${1000 + n}`).join('\n')}\n`;
    expect(await bring(card, many, true)).toEqual({ added: 20, ...report });
    expect(await bring(card, many, true, true)).toEqual({ added: 17, ...report });
    expect(await shop.stock(card)).toBe(3);
    expect(await bring(card, many, false, true)).toEqual({ added: 17, ...report });
    expect(await shop.stock(card)).toBe(20);
    // The import accepts them if the caller asks for it.
    const rest = await bring(card, many);
    expect(rest).toMatchObject({ added: 3, implausible });
    expect(await shop.stock(card)).toBe(23);
  });

  it('adds codes that players can buy and read, oldest first', async () => {
    const card = await shop.card({ codes: 0 });
    await bring(card, 'Ab-Cd-0001\n');
    const player = await shop.shopper();
    const { data } = await shop.checkout(player, [line(card)]);
    expect(await shop.reveal(player, data.purchases[0]?._id ?? '')).toMatchObject({ hashCode: 'Ab-Cd-0001' });
  });

  it('writes a long file in one statement without temporary files, in line order', {
    tags: ['long'],
  }, async () => {
    const { db, vault } = shop.deps;
    const card = await shop.card({ codes: 0 });
    const texts = Array.from({ length: 3_000 }, (_, place) => `LONG-${String(place).padStart(5, '0')}`);
    const codes = texts.map((text) => ({ ...sealCode(vault, text), giftCardId: card, costCents: null }));
    // Simulates a database that analysed the table while it was empty.
    await db.run(sql`analyze lost_codes`);
    await db.transaction(async (tx) => {
      await tx.run(sql`set local temp_file_limit = 0`);
      expect((await insertCodesOfCards(tx, { codes })).size).toBe(texts.length);
    });
    const sold = await db.rows<{ id: string }>(sql`
      select id from gift_card_codes where gift_card_id = ${card} order by arrival`);
    expect(sold.map(({ id }) => id)).toEqual(codes.map(({ id }) => id));
  });

  it('refuses an unknown card and an empty file', async () => {
    expect(await bring(randomUUID(), 'AAAA-9999')).toEqual({ refused: 'not_found' });
    expect(await bring(await shop.card(), '')).toMatchObject({ refused: 'codes_unreadable' });
  });
});
