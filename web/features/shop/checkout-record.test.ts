// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import {
  closeCheckout,
  getOpenCheckout,
  goesOnByItself,
  isUnanswered,
  keptCheckout,
} from './checkout-record.ts';
import { someGiftCard } from './gift-card-fixture.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const record = {
  playerId: 'ada',
  key: 'key-1',
  lines: [{ giftCardId: someGiftCard()._id, quantity: 2, gcCoin: 100 }],
  sentAt: 1_000_000,
};

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('the record of an unanswered purchase', () => {
  it('is found again with its key and its lines by the same player', () => {
    keptCheckout.write(record);
    expect(getOpenCheckout('ada', record.sentAt)).toEqual(record);
    expect(getOpenCheckout('grace', record.sentAt)).toBeNull();
  });

  it('continues automatically for ten minutes, and is never sent again after the server may have forgotten it', () => {
    keptCheckout.write(record);
    expect(goesOnByItself(record, record.sentAt + 9 * minute)).toBe(true);
    expect(goesOnByItself(record, record.sentAt + 10 * minute)).toBe(false);
    expect(getOpenCheckout('ada', record.sentAt + 6 * day - 1)).toEqual(record);
    expect(getOpenCheckout('ada', record.sentAt + 6 * day)).toBeNull();
  });

  it('is removed only by the answer to its own purchase', () => {
    keptCheckout.write(record);
    expect(closeCheckout('key-0')).toBe(false);
    expect(getOpenCheckout('ada', record.sentAt)).toEqual(record);
    expect(closeCheckout('key-1')).toBe(true);
    expect(closeCheckout('key-1')).toBe(false);
    expect(getOpenCheckout('ada', record.sentAt)).toBeNull();
  });
});

describe('an error', () => {
  it.each([
    [new ApiError('No response received from the server'), true],
    [new ApiError('busy', 503, 'unavailable'), true],
    [new ApiError('no status', 0, 'unavailable'), true],
    [new ApiError('Something went wrong', 500, 'internal'), true],
    [new ApiError('slow down', 429, 'too_many_requests'), true],
    [new ApiError('ended', 401, 'session_ended'), true],
    [new TypeError('a bug of ours'), true],
    [new ApiError('not there', 499, 'not_found'), false],
    [new ApiError('of somebody on the way', 403), true],
    [new ApiError('changed', 409, 'cart_changed'), false],
    [new ApiError('too few', 402, 'insufficient_coins'), false],
    [new ApiError('not valid', 400, 'invalid_request'), false],
  ])('%s counts as unanswered: %s', (error, unanswered) => expect(isUnanswered(error)).toBe(unanswered));
});
