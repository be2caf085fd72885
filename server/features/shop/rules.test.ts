// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFault, describeProblems, maskCode, refundObstacle, sameCodeText, trimCode } from './rules.ts';

describe('gift card codes', () => {
  it.each([
    ['ABCD', undefined],
    ['ABCD-EFGH 1234', undefined],
    ['x'.repeat(200), undefined],
    ['ABC', 'it is shorter than 4 characters'],
    ['x'.repeat(201), 'it is longer than 200 characters'],
    ['ABCD\tEFGH', 'it has characters that codes never have'],
    ['ABCD  EFGH', 'it has characters that codes never have'],
    ['ÄBCDEFGH', 'it has characters that codes never have'],
    ['ABCD\u0000', 'it has characters that codes never have'],
  ])('%j: %s', (code, fault) => {
    expect(codeFault(code)).toBe(fault);
  });

  it('are equal whatever their case and separators', () => {
    expect(trimCode(' abcd-efgh\r\n')).toBe('abcd-efgh');
    const prints = ['ABCD-EFGH', 'abcdefgh', 'ABCD EFGH', 'AB-CD-EF-GH'];
    expect(new Set(prints.map(sameCodeText)).size).toBe(1);
    expect(sameCodeText('ABCD-EFGI')).not.toBe(sameCodeText('ABCD-EFGH'));
  });

  it('are masked down to a quarter, at most four characters', () => {
    expect(maskCode('ABCD-EFGH-1234')).toBe('••••••••234');
    expect(maskCode('ABCDEFGH')).toBe('••••••••GH');
    expect(maskCode('ABCD')).toBe('••••••••D');
    expect(maskCode('ABCD-EFGH-IJKL-MNOP-QRST')).toBe('••••••••QRST');
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 200, unit: 'grapheme-ascii' }), (code) => {
        const shown = maskCode(code).replace(/^•{8}/, '');
        expect(shown.length).toBeLessThanOrEqual(Math.min(4, code.length / 4));
        expect(code.endsWith(shown)).toBe(true);
      }),
    );
  });
});

it('explains every problem of a cart', () => {
  const card = { giftCardId: 'id', title: 'PSN 10', left: 0, gcCoin: 1200 };
  expect(
    describeProblems([
      { ...card, problem: 'sold_out' },
      { ...card, problem: 'sold_out', left: 1 },
      { ...card, problem: 'sold_out', left: 3 },
      { ...card, problem: 'price_changed', left: 3 },
      { ...card, problem: 'unavailable' },
      { ...card, problem: 'unavailable', title: '' },
    ]),
  ).toBe(
    '"PSN 10" is sold out; only 1 of "PSN 10" is left; only 3 of "PSN 10" are left; "PSN 10" now costs 1,200 GC; ' +
      '"PSN 10" is no longer on sale; a gift card is no longer on sale',
  );
});

describe('a refund of a late delivery', () => {
  const promisedBy = new Date('2026-01-02T12:00:00Z');
  const none = { hasCode: false, lacksSeenCode: false, wasElsewhere: false, isHeld: false };
  const waiting = { status: 'on_its_way', promisedBy, ...none } as const;
  it('is due from the promised time', () => {
    expect(refundObstacle(waiting, promisedBy)).toBeUndefined();
    const notYet = 'the promised time isn’t over yet';
    expect(refundObstacle(waiting, new Date(promisedBy.getTime() - 1))).toBe(notYet);
    expect(refundObstacle({ ...waiting, promisedBy: null }, promisedBy)).toBe(notYet);
  });
  it('is never due with a code, after a delivery or twice', () => {
    const reasonOf = (changed: object) => refundObstacle({ ...waiting, ...changed }, promisedBy);
    expect(reasonOf({ hasCode: true })).toBe('it already has a code');
    expect(reasonOf({ status: 'delivered' })).toBe('it is marked as delivered');
    expect(reasonOf({ isHeld: true })).toBe('it is marked as delivered');
    expect(reasonOf({ lacksSeenCode: true })).toBe('its buyer has a code from before the site was restored');
    expect(reasonOf({ wasElsewhere: true })).toBe(
      'it was once marked as sent another way, so its buyer may have a code',
    );
    expect(reasonOf({ status: 'refunded' })).toBe('it was already refunded');
  });
});
