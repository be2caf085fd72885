// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadedFields } from './edits.ts';
import { lineOfText, linesOfText, maxCoins } from './endpoint.ts';
import { giveawayInput } from './giveaways-admin.ts';
import { webhookInput } from './outgoing-webhooks-admin.ts';
import { isGuarded, type Permission } from './permissions.ts';
import { getCountry, homes, regions } from './regions.ts';
import { birthDate, home } from './responsible-play.ts';
import { playRulesInput, regionRule } from './responsible-play-admin.ts';
import { toViewQuery } from './saved-views.ts';
import { maxProofs, sealsApi } from './seals.ts';
import { appCodeInput, isEnrolled, recoveryCodeInput } from './second-factor.ts';
import { shopApi } from './shop.ts';
import { findFaults } from './testing/faults.ts';
import { maxNameLength, userChange } from './users-admin.ts';
import { chosenEventTypes, webhookBody, webhookEvents } from './webhook-events.ts';

const id = (last: number) => `01990000-0000-7000-8000-00000000000${last}`;

describe('a text', () => {
  it.each(['\u202e', '\u202a', '\u2066', '\u2069', '\u0000', '\ud800'])('cannot contain %j', (character) => {
    expect(lineOfText.test(`10 ${character}CG`)).toBe(false);
    expect(linesOfText.test(`10\n${character}CG`)).toBe(false);
  });

  it.each(['مرحبا', 'שלום\u200f!', 'नमस्ते', '👩🏽‍💻', '\u2065\u2029'])(
    'can contain any script (%s)',
    (words) => {
      expect(lineOfText.test(words)).toBe(true);
      expect(linesOfText.test(`${words}\n\t`)).toBe(true);
    },
  );
});

describe('a second factor', () => {
  it('can be typed with spaces, dashes and small letters', () => {
    expect(appCodeInput.parse({ code: ' 123 456\t' })).toEqual({ code: '123456' });
    expect(recoveryCodeInput.parse({ recoveryCode: 'abcd-efgh ij12–3456' })).toEqual({
      recoveryCode: 'ABCDEFGHIJ123456',
    });
  });

  it.each(['12345', '1234567', '12345a', ''])('cannot be the app code %j', (code) => {
    expect(findFaults(appCodeInput, { code })).toEqual(['code: Enter the six digits that your app shows']);
  });

  it.each(['abcd-efgh-ij12-345', 'abcd-efgh-ij12-34567', ''])(
    'cannot be the recovery code %j',
    (recoveryCode) => {
      expect(findFaults(recoveryCodeInput, { recoveryCode })).toEqual([
        'recoveryCode: A recovery code has sixteen letters and digits',
      ]);
    },
  );

  it('exists with an app or a passkey', () => {
    const since = '2026-11-20T12:00:00.000Z';
    const one = [{}] as never[];
    expect(isEnrolled({ appSince: null, passkeys: [] })).toBe(false);
    expect(isEnrolled({ appSince: since, passkeys: [] })).toBe(true);
    expect(isEnrolled({ appSince: null, passkeys: one })).toBe(true);
  });

  it('is required of everyone with more than reading permissions', () => {
    const isAsked = (...held: Permission[]) => isGuarded(new Set(held));
    expect([isAsked(), isAsked('users:read', 'audit:read'), isAsked('users:read', 'users:write')]).toEqual([
      false,
      false,
      true,
    ]);
    expect([isAsked('approvals:decide'), isAsked('gift-cards:reveal')]).toEqual([true, true]);
  });
});

describe('the details a player enters', () => {
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  it.each(['1900-01-01', '2004-02-29', today])('can have %s as the date of birth', (day) => {
    expect(birthDate.parse(day)).toBe(day);
  });

  it('can have today as the date of birth from its first moment', () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime('2026-11-27T00:00:00.000Z');
    expect(birthDate.parse('2026-11-27')).toBe('2026-11-27');
  });

  it.each([
    ['1899-12-31', 'Check the year'],
    [tomorrow, 'Choose a day that isn’t in the future'],
    ['2005-02-29', 'Enter a date'],
  ])('cannot have %s as the date of birth: %s', (day, why) => {
    expect(findFaults(birthDate, day)).toEqual([`: ${why}`]);
  });

  it('need a country, or a part of a divided country, as the home', () => {
    expect([home.parse('NO'), home.parse('US-WA')]).toEqual(['NO', 'US-WA']);
    for (const region of ['US', 'XX', 'US-XX'])
      expect(findFaults(home, region)).toEqual([': Choose where you live']);
    expect(homes).toEqual(regions.filter((region) => region !== 'US'));
    expect([getCountry('US-WA'), getCountry('NO')]).toEqual(['US', 'NO']);
  });
});

describe('rules on age and region', () => {
  const rule = (region: string) => ({ region, isAllowed: true, minAge: null });

  it('accept existing regions only, including whole countries', () => {
    expect(regionRule.parse(rule('US'))).toEqual(rule('US'));
    expect(findFaults(regionRule, rule('XX'))).toEqual(['region: Unknown region']);
  });

  it('accept each region once', () => {
    const rules = (...list: string[]) => ({
      knownVersion: 0,
      validFrom: null,
      elsewhere: { isAllowed: false, minAge: 18 },
      regions: list.map(rule),
      reason: 'New law',
    });
    expect(playRulesInput.parse(rules('US', 'NO')).regions).toHaveLength(2);
    expect(findFaults(playRulesInput, rules('US', 'NO', 'US'))).toEqual([
      'regions: Add each region only once',
    ]);
  });
});

describe('a webhook', () => {
  const webhook = { address: ' https://shop.example/hooks ', events: chosenEventTypes };

  it('goes to a valid address, and lists each event once', () => {
    const [first, second] = chosenEventTypes.toSorted();
    expect(webhookInput.parse({ ...webhook, events: [second, first, second] })).toEqual({
      address: 'https://shop.example/hooks',
      description: '',
      events: [first, second],
    });
    expect(findFaults(webhookInput, { ...webhook, address: 'shop' })).toEqual(['address: Not an address']);
  });

  it('can subscribe to everything except the test, which is sent on demand', () => {
    expect([...chosenEventTypes, 'webhook.test'].toSorted()).toEqual(Object.keys(webhookEvents).toSorted());
    expect(findFaults(webhookInput, { ...webhook, events: ['webhook.test'] })).toHaveLength(1);
  });

  it('contains its type, time and data', () => {
    const sent = { type: 'webhook.test', timestamp: '2026-11-20T12:00:00.000Z', data: { endpointId: id(1) } };
    expect(webhookBody('webhook.test').parse(sent)).toEqual(sent);
    expect(findFaults(webhookBody('webhook.test'), { ...sent, type: 'giveaway.drawn' })).toHaveLength(1);
    expect(findFaults(webhookBody('webhook.test'), { ...sent, data: {} })).toHaveLength(1);
  });
});

it('accepts the numbers of requested proofs, up to one page', () => {
  const { query } = sealsApi.entries;
  const asked = (count: number) => Array.from({ length: count }, (_, place) => String(place + 1));
  const all = asked(maxProofs);
  expect(query.parse({ transfers: all.join(',') })).toEqual({ transfers: all });
  expect(findFaults(query, { transfers: asked(maxProofs + 1).join(',') })).toEqual([
    `transfers: asks for more than ${maxProofs} entries`,
  ]);
});

it('accepts the loaded values as JSON text from forms with a file', () => {
  expect(loadedFields.parse('{"title":"A"}')).toEqual({ title: 'A' });
  expect(loadedFields.parse({ title: 'A' })).toEqual({ title: 'A' });
  expect(loadedFields.parse(undefined)).toBeUndefined();
  expect(findFaults(loadedFields, 'nonsense')).toEqual([': must be record']);
});

it('accepts each card once in a cart', () => {
  const line = (last: number) => ({ giftCardId: id(last), quantity: 1, gcCoin: 100 });
  const cart = (...items: object[]) => ({ items });
  const { body } = shopApi.checkout;
  expect(findFaults(body, cart(line(1), line(2)))).toBeUndefined();
  expect(findFaults(body, cart(line(1), line(1)))).toEqual(['items: List each gift card only once']);
});

it('limits the total of a cart to the largest movement of coins', () => {
  const line = (last: number, quantity = 50) => ({ giftCardId: id(last), quantity, gcCoin: maxCoins / 100 });
  const { body } = shopApi.checkout;
  expect(findFaults(body, { items: [line(1), line(2)] })).toBeUndefined();
  expect(findFaults(body, { items: [line(1), line(2), line(3, 1)] })).toEqual([
    'items: An order can cost at most 1,000,000,000,000 GC. Split it',
  ]);
});

it('keeps known parameters of a list in a view, in a fixed order, and drops empty or long ones', () => {
  const query = (address: string) => toViewQuery('alerts', new URLSearchParams(address));
  expect(query('status=open&search=a%20b&page=3&sort=title&order=')).toBe(
    'search=a+b&sort=title&status=open',
  );
  const longest = 'x'.repeat(200);
  expect([query(`search=${longest}`), query(`search=${longest}x`), query('search=a%00')]).toEqual([
    `search=${longest}`,
    '',
    '',
  ]);
});

it('reports everything a giveaway lacks, beside each field', () => {
  expect(findFaults(giveawayInput, {})).toEqual([
    'title: Title is required',
    'prizeType: Prize type can’t be empty: enter GC or XP',
    'prizeAmount: Prize amount is required',
    'startDate: Start date is required',
    'endDate: End date is required',
    'winnerCount: Winner count is required',
  ]);
});

it('counts the characters of a name, not its stored units', () => {
  const takesName = (length: number) => findFaults(userChange, { name: '🦊'.repeat(length) });
  expect([takesName(maxNameLength), takesName(maxNameLength + 1)]).toEqual([
    undefined,
    [`name: Use at most ${maxNameLength} characters.`],
  ]);
});
