// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { readCodesFile } from './codes-csv.ts';

const now = new Date('2026-11-28T12:00:00Z');
const readBytes = (content: Buffer, namesCards = false) => {
  const file = readCodesFile(content, { namesCards, now });
  if ('refused' in file) throw new Error(JSON.stringify(file));
  return file;
};
const read = (text: string, namesCards = false) => readBytes(Buffer.from(text), namesCards);
const whyRefused = (content: Buffer, namesCards = false) =>
  (readCodesFile(content, { namesCards, now }) as unknown as { data: { why: string } }).data.why;

function utf16(text: string, { mark = true, isBig = false } = {}): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

const sheet = 'card;code\r\nCafé 20;AAAA-1111\r\n';

describe("a supplier's code file", () => {
  it.each([false, true])(
    'is read in every encoding that spreadsheets save (names cards: %s)',
    (namesCards) => {
      const expected = [{ line: 2, card: 'Café 20', code: 'AAAA-1111' }];
      for (const content of [
        Buffer.from(sheet),
        Buffer.from(`\ufeff${sheet}`),
        Buffer.from(sheet.normalize('NFD')),
        utf16(sheet),
        utf16(sheet, { isBig: true }),
        utf16(sheet, { mark: false }),
        Buffer.from(sheet, 'latin1'),
      ]) {
        expect(readBytes(content, namesCards).codes).toEqual(expected);
      }
      expect(readBytes(Buffer.from(sheet, 'latin1'), namesCards).notes).toEqual([
        'Read as Windows-1252, as Excel saves CSV by default.',
      ]);
    },
  );

  it.each([
    ['commas', 'code,pin\nAAAA-1111,0042\n', 2],
    ['semicolons', 'code;pin\nAAAA-1111;0042\n', 2],
    ['tabs', 'code\tpin\nAAAA-1111\t0042\n', 2],
    ['sep=;', 'sep=;\r\ncode;pin\r\nAAAA-1111;0042\r\n', 3],
    ['sep=| after a byte order mark', '\ufeffsep=|\ncode|pin\nAAAA-1111|0042\n', 3],
    ['numbers stored as text', 'code;pin\nAAAA-1111;="0042"\n', 2],
    ['numbers stored as text, quoted', 'code,pin\nAAAA-1111,"=""0042"""\n', 2],
  ])('is read with the separator %s', (_, text, line) => {
    expect(read(text).codes).toEqual([{ line, code: 'AAAA-1111', pin: '0042' }]);
  });

  it('gets instructions when it is a workbook', () => {
    expect(whyRefused(Buffer.from('PK\x03\x04xl/worksheets'))).toContain('click File, Save As');
  });
});

describe('the heading of the code column', () => {
  it.each([
    'Voucher',
    'redemptioncode',
    'Card Number',
    'Redemption Code',
    'CD-Key',
    'Serial No.',
    'Gutschein-Code',
  ])('may be "%s"', (heading) => {
    const file = read(`${heading}\nAAAA-1111\n`);
    expect(file.codes).toEqual([{ line: 2, code: 'AAAA-1111' }]);
    expect(file.columns).toMatchObject({ headingLine: 1, list: [{ heading, use: 'code' }] });
  });

  it.each([
    ['Kaartnummers', 'AAAA-1111'],
    ['Entitlement', 'AAAA-1111'],
    ['MYVOUCHERS', 'ABCD-EFGH'],
  ])('is reported when it is unknown: %s', (heading, code) => {
    const file = read(`${heading}\n${code}\n`);
    expect(file.suspect).toBe(1);
    expect(file.notes).toEqual([expect.stringContaining('Line 1 looks like a heading')]);
  });

  it.each(['ABCD-EFGH\nBCDE-FGHI\nCDEF-GHIJ', 'AAAA-1111\nBBBB-2222'])(
    'is not suspected in codes: %j',
    (text) => {
      expect(read(text)).toMatchObject({ suspect: null, notes: [] });
    },
  );

  it('is required when only other columns have known headings', () => {
    expect(whyRefused(Buffer.from('Product,Unlocker,Expiry Date\nSteam,AAAA-1111,2030-01-01\n'))).toContain(
      'Rename the heading of the column with the codes to "code"',
    );
  });

  it('is the more specific one of two candidates', () => {
    const { codes, columns } = read('serial,code,pin\n10001,AAAA-1111,42\n');
    expect(codes).toEqual([{ line: 2, code: 'AAAA-1111', pin: '42' }]);
    expect(columns.list[0]).toEqual({ heading: 'serial', use: 'unused' });
  });
});

describe('a serial number column', () => {
  it('is not the code when another column has activation keys', () => {
    for (const heading of [
      'Activation Key',
      'Digital Key',
      'Redemption Key',
      'Retail Key',
      'Gift Card Key',
    ]) {
      const { codes, isDoubtful } = read(`product,serial number,${heading}\nSteam,10001,AAAA-1111\n`, true);
      expect(codes).toEqual([{ line: 2, card: 'Steam', code: 'AAAA-1111' }]);
      expect(isDoubtful).toBe(false);
    }
  });

  it('is a doubtful code beside an unknown column', () => {
    expect(read('serial number,unlocker\n10001,AAAA-1111\n').isDoubtful).toBe(true);
    expect(read('pin,unlocker\n10001,AAAA-1111\n').isDoubtful).toBe(true);
    for (const known of ['serial number,price\n10001,5', 'serial number\n10001', 'code,unlocker\nA-1111,5']) {
      expect(read(`${known}\n`).isDoubtful).toBe(false);
    }
  });
});

describe('the columns of a code file', () => {
  it('are all listed with their use', () => {
    const { columns, notes, codes } = read(
      'Title,Code,PIN,Expires,Price,Region\nSteam 20,AAAA-1111,0042,2030-01-31,17.50,EU\n',
      true,
    );
    expect(columns.list.map(({ use }) => use)).toEqual([
      'card',
      'code',
      'pin',
      'expires',
      'unused',
      'unused',
    ]);
    expect(codes).toEqual([{ line: 2, card: 'Steam 20', code: 'AAAA-1111', pin: '0042' }]);
    expect(notes).toEqual([
      'Not used: "Price", "Region".',
      'If "Price" is what a code cost you, rename that column to "cost" and choose the file again.',
      '"Expires" is only checked: lines with a past date are skipped, and dates aren’t stored.',
    ]);
  });

  it('ignore a price beside a cost', () => {
    const { notes, codes } = read('code,cost,price\nAAAA-1111,17.50,20\n');
    expect(codes).toEqual([{ line: 2, code: 'AAAA-1111', costCents: 1750 }]);
    expect(notes).toEqual(['Not used: "price".']);
  });

  it('are refused line by line when several have no headings', () => {
    expect(read('AAAA-1111,0042\n').malformed).toEqual([
      { line: 1, why: 'it has more than one column: name them in the first line, such as code,pin' },
    ]);
  });

  it('are never dropped for a missing heading', () => {
    expect(read('code,,pin\nAAAA-1111,lost,0042\nBBBB-2222,,0043\n')).toMatchObject({
      codes: [{ line: 3 }],
      malformed: [{ line: 2, why: 'it has a value in a column without a heading: name each column' }],
    });
  });

  it('refuse a line without the PIN that other lines have', () => {
    expect(read('code,pin\nAAAA-1111,\n').malformed).toEqual([
      { line: 2, why: 'it has no PIN beside the code' },
    ]);
  });

  it.each([
    ['2026-11-28', undefined],
    ['2026-11-27', 'it has expired'],
    ['27.11.2026', 'it has expired'],
    ['11/27/2026', 'it has expired'],
    ['27/11/26', 'it has expired'],
    ['10/2026', 'it has expired'],
    ['11/26', undefined],
    ['Oct 2026', 'it has expired'],
    ['27 November 2026', 'it has expired'],
    ['Dec 31, 2026', undefined],
    ['01/12/2026', 'its expiry date has two meanings, and one is past: write it like 2027-12-31'],
    ['2027-02-30', 'its expiry date is unreadable: write it like 2027-12-31'],
    ['soon', 'its expiry date is unreadable: write it like 2027-12-31'],
    ['', undefined],
    ['never', undefined],
  ])('judge the expiry date %j: %s', (date, why) => {
    const { codes, malformed } = read(`code;expires\nAAAA-1111;"${date}"\n`);
    expect(malformed).toEqual(why === undefined ? [] : [{ line: 2, why }]);
    expect(codes).toHaveLength(why === undefined ? 1 : 0);
  });
});
