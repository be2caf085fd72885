// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { readCodesFile } from './codes-csv.ts';

const now = new Date('2026-11-28T12:00:00Z');
const readCardCodesFile = (content: Buffer) => readCodesFile(content, { namesCards: true, now });

const codesIn = (text: string) => {
  const file = readCardCodesFile(Buffer.from(text));
  return 'codes' in file ? file.codes.map(({ line: at, card, code }) => `${at}:${card}:${code}`) : file;
};

const endless = 'it is longer than 10 kB, or a quote in it or before it never ends';

describe('a code file for several cards', () => {
  it.each([
    [
      'two columns',
      'Steam 20,AAAA-1111\nXbox 15,BBBB-2222\n',
      ['1:Steam 20:AAAA-1111', '2:Xbox 15:BBBB-2222'],
    ],
    ['a heading', 'Card,Code\nSteam 20,AAAA-1111\n', ['2:Steam 20:AAAA-1111']],
    ['swapped columns', 'code,card\nAAAA-1111,Steam 20\n', ['2:Steam 20:AAAA-1111']],
    ['additional columns', 'sku,Title,Code,paid\n17,Steam,AAAA-1111,9\n', ['2:Steam:AAAA-1111']],
    ['a byte order mark before empty lines', '\ufeff\n\nSteam 20\tAAAA-1111\n', ['3:Steam 20:AAAA-1111']],
    ['semicolons', '\ufeffcard;code\r\nSteam, 20;AAAA-1111\r\n', ['2:Steam, 20:AAAA-1111']],
    ['tabs', 'Steam 20\tAAAA-1111\n', ['1:Steam 20:AAAA-1111']],
    ['a comma in quotes', '"Steam; 20, EU",AAAA-1111\n', ['1:Steam; 20, EU:AAAA-1111']],
    ['semicolons in quotes', '"Steam; 20; EU","AAAA-1111"\n', ['1:Steam; 20; EU:AAAA-1111']],
    ['empty lines', '\n , \nSteam 20,AAAA-1111,\n\n', ['3:Steam 20:AAAA-1111']],
    ['empty lines before tabs', '\n\n\nSteam 20\tAAAA-1111\n', ['4:Steam 20:AAAA-1111']],
    ['spaces in and around a heading', ' Card ; CODE \nSteam ; AAAA-1111 \n', ['2:Steam:AAAA-1111']],
    ['equal numbers of commas and semicolons', 'Steam;20,AAAA-1111\n', ['1:Steam;20:AAAA-1111']],
    [
      'semicolons in later lines only',
      'Steam,AAAA-1111\nA;B;C;D,BBBB-2222\n',
      ['1:Steam:AAAA-1111', '2:A;B;C;D:BBBB-2222'],
    ],
  ])('is read with %s', (_, text, codes) => {
    expect(codesIn(text)).toEqual(codes);
    expect(readCardCodesFile(Buffer.from(text))).toMatchObject({ malformed: [] });
  });

  it.each([
    'card',
    'card id',
    'gift card',
    'gift card id',
    'gift card title',
    'giftcard',
    'id',
    'name',
    'title',
  ])('may name the card column "%s"', (heading) => {
    expect(codesIn(`code,${heading}\nAAAA-1111,Steam\n`)).toEqual(['2:Steam:AAAA-1111']);
  });

  it.each([
    ['17,50', 1750],
    ['17.5', 1750],
    ['$ 9', 900],
    ['$9.05', 905],
    [' 9.5 ', 950],
    ['  ', undefined],
    ['0', 0],
    ['100000.00', 10_000_000],
    ['100000.01', 'no amount'],
    ['1000000', 'no amount'],
    ['9.555', 'no amount'],
    ['9.', 'no amount'],
    ['9 USD', 'no amount'],
    ['about 9', 'no amount'],
    ['-9', 'no amount'],
    ['', undefined],
  ])('reads the cost %j as %j', (cost, cents) => {
    for (const heading of ['Cost', 'costs', 'cost (USD)', 'unit cost']) {
      const file = readCardCodesFile(Buffer.from(`card;code;${heading}\nSteam;AAAA-1111;${cost}\n`));
      const why = 'its cost isn’t an amount in dollars: write it like 17.50';
      const code = { line: 2, card: 'Steam', code: 'AAAA-1111' };
      expect(file).toMatchObject(
        cents === 'no amount'
          ? { codes: [], malformed: [{ line: 2, why }] }
          : { codes: [{ ...code, ...(cents !== undefined && { costCents: cents }) }], malformed: [] },
      );
    }
  });

  it('reports lines with missing parts', () => {
    const text = 'Steam,AAAA-1111\n,BBBB-2222\nSteam,\nSteam\nSteam,ABC\nSteam,CCCC-3333,DDDD-4444\n';
    expect(readCardCodesFile(Buffer.from(text))).toMatchObject({
      codes: [{ line: 1, card: 'Steam', code: 'AAAA-1111' }],
      malformed: [
        { line: 2, why: 'it names no card' },
        { line: 3, why: 'it has no code beside the card' },
        { line: 4, why: 'it has no code beside the card' },
        { line: 5, why: 'it is shorter than 4 characters' },
        { line: 6, why: 'it has more than two columns: name them in the first line, such as card,code,pin' },
      ],
    });
  });

  it('reads a line that ends before its card column as a line without a card', () => {
    expect(codesIn('code,card\nAAAA-1111\n')).toEqual(['2::AAAA-1111']);
  });

  it.each([
    ['empty', '', 'it has no codes. Write one per line'],
    ['a heading only', 'card,code\n', 'it has headings but no codes. Write one per line'],
    [
      'a heading without a card',
      'code,price\nAAAA-1111,9\n',
      'it has no column named "card". Add one with the titles of the cards, or open one card and click Import Codes there',
    ],
    [
      'one with unclosed quotes',
      'Steam,"AAAA-1111\n',
      'line 1: its quotes do not match: remove them, or write each twice inside a quoted field',
    ],
    ['one with an endless line', `Steam,AAAA-1111\nXbox,${'B'.repeat(10_000)}\n`, `line 2: ${endless}`],
    ['one with a quote around a long file', `"Steam,A\n${'Xbox,B\n'.repeat(2_000)}`, `line 1429: ${endless}`],
  ])('is refused when it is %s', (_, text, why) => {
    expect(codesIn(text)).toEqual({ refused: 'codes_unreadable', data: { why } });
  });
});
