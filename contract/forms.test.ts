// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { challengeInput, variantInput } from './challenges-admin.ts';
import { packageInput } from './coins-admin.ts';
import { giftCardInput } from './gift-card-form.ts';
import { notificationSettingsApi, quietHours } from './notification-settings.ts';
import { chosenHandle } from './public-players.ts';
import { roleInput, rolesApi } from './roles-admin.ts';
import { findFaults } from './testing/faults.ts';

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('a coin package', () => {
  const form = { title: 'Pack', coins: 10, originalPrice: 5, discountPercentage: 0 };
  it.each([
    ['numbers as text', { coins: '12', originalPrice: '4.5' }, { coins: 12, originalPrice: 4.5 }],
    ['coins, rounded down to whole ones', { coins: 12.9 }, { coins: 12 }],
    [
      'prices, rounded to cents',
      { originalPrice: 4.999, discountPercentage: 12.345 },
      { originalPrice: 5, discountPercentage: 12.35 },
    ],
  ])('accepts %s', (_what, sent, kept) => {
    expect(packageInput.parse({ ...form, ...sent })).toMatchObject(kept);
  });

  it.each([
    ['coins', 'none', 'must be a whole number'],
    ['coins', '12 coins', 'must be a whole number'],
    ['coins', Number.POSITIVE_INFINITY, 'must be a whole number'],
    ['originalPrice', {}, 'must be a number'],
    ['discountPercentage', -1, 'Discount percentage must be 0 or greater'],
    ['discountPercentage', '101', 'Discount percentage cannot exceed 100'],
    ['discountPercentage', undefined, 'Discount percentage is required'],
    ['discountPercentage', null, 'Discount percentage is required'],
    ['coins', '', 'Coins amount must be at least 1'],
    ['originalPrice', '$5', 'must be a number'],
  ])('refuses %s of %s', (field, value, why) => {
    expect(findFaults(packageInput, { ...form, [field]: value })).toEqual([`${field}: ${why}`]);
  });
});

describe('a challenge', () => {
  const variant = { entryFeeGC: 10, rewardGC: 20, requiredPlacement: 1, requiredKills: 0 };
  const withVariants = (...challengeVariants: object[]) => ({ description: 'Win', challengeVariants });

  it.each([1, 10, 25])('can require place %i', (requiredPlacement) => {
    expect(takes(variantInput, { ...variant, requiredPlacement })).toBe(true);
  });

  it('cannot require a place that statistics cannot prove', () => {
    expect(findFaults(variantInput, { ...variant, requiredPlacement: 5 })).toEqual([
      'requiredPlacement: Use placement 1, 10 or 25: the stats prove no others',
    ]);
  });

  it('has each combination of place and kills only once', () => {
    const [farther, deadlier] = [
      { ...variant, requiredPlacement: 10 },
      { ...variant, requiredKills: 5 },
    ];
    expect(takes(challengeInput, withVariants(variant, farther, deadlier))).toBe(true);
    expect(findFaults(challengeInput, withVariants(variant, farther, { ...variant, rewardGC: 30 }))).toEqual([
      'challengeVariants.2.requiredKills: Another variant already has this placement and these kills',
    ]);
  });
});

describe('a gift card from a form with a file', () => {
  const form = { title: ' PSN ', description: ' Card ', gcCoin: '100', image: 'a.png' };

  it('accepts numbers and yes or no as text, and fills in what is missing', () => {
    const sent = {
      ...form,
      type: ' PSN ',
      isActive: 'false',
      isFulfilledByHand: 'true',
      howToRedeem: ' One\r\nTwo\rThree ',
    };
    expect(giftCardInput.parse(sent)).toEqual({
      title: 'PSN',
      description: 'Card',
      gcCoin: 100,
      image: 'a.png',
      type: 'psn',
      kind: 'wallet',
      region: '',
      howToRedeem: 'One\nTwo\nThree',
      isActive: false,
      isFulfilledByHand: true,
      promiseHours: 24,
      lowStockAt: 5,
    });
    expect(giftCardInput.parse({ ...form, isActive: true, gcCoin: 7 })).toMatchObject({
      isActive: true,
      gcCoin: 7,
    });
  });

  it.each([
    ['gcCoin', '', 'GC Coin value is required'],
    ['gcCoin', ' ', 'GC Coin value is required'],
    ['gcCoin', '0', 'Coin value must be at least 1'],
    ['type', 'two words', 'Type takes letters, digits and dashes'],
    ['type', '-psn', 'Type takes letters, digits and dashes'],
  ])('refuses %s of %j', (field, value, why) => {
    expect(findFaults(giftCardInput, { ...form, [field]: value })).toEqual([`${field}: ${why}`]);
  });
});

describe('a role', () => {
  it('gets a name in capitals, and its permissions once each in a fixed order', () => {
    const sent = { name: ' event - team ', permissions: ['users:read', 'overview:read', 'users:read'] };
    const kept = roleInput.parse(sent);
    expect(kept.name).toBe('EVENT_TEAM');
    expect(kept.permissions.toSorted()).toEqual(['overview:read', 'users:read']);
    const turned = { ...sent, permissions: sent.permissions.toReversed() };
    expect(roleInput.parse(turned).permissions).toEqual(kept.permissions);
  });

  it('accepts existing permissions only', () => {
    const faults = findFaults(roleInput, { name: 'helper', permissions: ['users:read', 'users:paint'] });
    expect(faults).toEqual(['permissions.1: Unknown permission']);
  });

  it('can also be named by `role` when it is created', () => {
    const { body } = rolesApi.create;
    expect(body.parse({ role: 'helper', permissions: [] })).toEqual({ name: 'HELPER', permissions: [] });
    expect(body.parse({ name: 'one', role: 'other', permissions: [] })).toMatchObject({ name: 'ONE' });
    expect(findFaults(body, { permissions: [] })).toEqual(['name: Role name is required.']);
  });
});

describe('a handle', () => {
  it.each(['abc', 'Ab-c_9', 'a-b-c', '123', 'a'.repeat(20)])('can be %s', (handle) => {
    expect(takes(chosenHandle, handle)).toBe(true);
  });

  it.each(['ab', 'a-', '-abc', 'abc_', 'a--bc', 'a_-bc', 'a b c', 'abcé', 'a'.repeat(21)])(
    'cannot be %s',
    (handle) => {
      expect(takes(chosenHandle, handle)).toBe(false);
    },
  );
});

describe('quiet hours', () => {
  const hours = (from: string, until = '07:00', timeZone = 'Europe/Berlin') => ({ from, until, timeZone });

  it.each(['00:00', '09:59', '19:30', '23:59'])('can begin at %s', (from) => {
    expect(takes(quietHours, hours(from))).toBe(true);
    expect(takes(quietHours, hours(from, '07:00', 'UTC'))).toBe(true);
  });

  it.each(['24:00', '9:00', '12:60', '12:0', 'at 12:00', '12:00 or so', '1a:00', '20:0a'])(
    'cannot begin at %s',
    (from) => {
      expect(takes(quietHours, hours(from))).toBe(false);
    },
  );

  it('need a different end and an existing time zone', () => {
    expect(findFaults(quietHours, hours('07:00'))).toEqual([
      'until: Quiet hours must end at another time than they start',
    ]);
    expect(findFaults(quietHours, hours('22:00', '07:00', 'Middle/Earth'))).toEqual([
      'timeZone: must be a time zone such as Europe/Berlin',
    ]);
  });
});

describe('the keys of a device', () => {
  const { body } = notificationSettingsApi.addDevice;
  const device = (p256dh: string, auth: string) => ({
    endpoint: 'https://push.example/1',
    keys: { p256dh, auth },
  });
  const [key, secret] = ['A_-9'.repeat(21).concat('zzz'), 'Az09-_'.repeat(3).concat('abcd')];

  it.each([
    [key, secret],
    [`${key}=`, `${secret}==`],
  ])('are accepted as %s and %s', (p256dh, auth) => {
    expect(takes(body, device(p256dh, auth))).toBe(true);
  });

  it.each([
    [`${key}A`, secret],
    [`+${key.slice(1)}`, secret],
    [`A${key}`, secret],
    [`${key}==`, secret],
    [key, secret.slice(1)],
    [key, `${secret}=`],
    [key, `A${secret}`],
    [key, `${secret}A`],
  ])('are refused as %s and %s', (p256dh, auth) => {
    expect(takes(body, device(p256dh, auth))).toBe(false);
  });
});
