// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { cardKinds } from '../../../contract/shop.ts';
import {
  deliveryStory,
  describeDelivery,
  kindNames,
  productPath,
  redeemPlace,
  redeemSteps,
} from './card-words.ts';
import { someGiftCard } from './gift-card-fixture.ts';

describe('how a card is redeemed', () => {
  it('is the written description, one step per line', () =>
    expect(redeemSteps({ howToRedeem: ' Open it.\n\nEnter it. \n', kind: 'pass' })).toEqual([
      'Open it.',
      'Enter it.',
    ]));

  it('is otherwise the description of its kind, each with a different last step', () => {
    const steps = cardKinds.map((kind) => redeemSteps({ howToRedeem: ' \n', kind }));
    expect(new Set(steps.map((each) => each.at(-1))).size).toBe(cardKinds.length);
    for (const each of steps) {
      expect(each.slice(0, -1)).toEqual([
        'Copy the code from your profile.',
        'Sign in at the store, and find "Redeem code" in your account there.',
      ]);
      expect(each.at(-1)).toMatch(/^Enter the code to .+\.$/);
    }
    expect(cardKinds.map((kind) => kindNames[kind])).toEqual([
      'Wallet credit',
      'Pass',
      'In-game item',
      'In-game currency',
      'Subscription',
    ]);
  });
});

describe('where a card is redeemed', () => {
  it('is the first web address that the steps name', () => {
    expect(redeemPlace('Sign in at https://www.roblox.com/redeem.\nOr at https://elsewhere.example')).toEqual(
      {
        name: 'roblox.com',
        address: 'https://www.roblox.com/redeem',
      },
    );
    expect(redeemPlace('Go (https://redeem.microsoft.com), enter it.')?.name).toBe('redeem.microsoft.com');
  });

  it('is nowhere when the steps name no address, or none with https', () => {
    const nowhere = [
      '',
      'Open the game.',
      'Go to http://plain.example',
      'https://',
      'https://shop@evil.example',
      'https://roblox.com:x@evil.example/redeem',
    ];
    for (const steps of [...nowhere, 'javascript:alert(1)']) expect(redeemPlace(steps)).toBeUndefined();
  });
});

describe('how a card is delivered', () => {
  const story = (parts: Parameters<typeof someGiftCard>[1]) => deliveryStory(someGiftCard(1, parts));

  it('includes when the code comes', () => {
    const byCode = (when: string) => `As a code, ${when}. You see it on screen and keep it on your profile.`;
    expect(story({ availability: 'in_stock' })).toBe(byCode('the moment you buy it'));
    expect(story({ availability: 'sold_out' })).toBe(byCode('the moment you buy it, once it’s back'));
    expect(story({ availability: 'by_hand', promiseHours: 48 })).toBe(
      'We order it for you and notify you when its code is on your profile, within 48 hours. If it’s late, you can get your coins back.',
    );
  });

  it("has a short form, and a link to the card's page", () => {
    const words = (parts: Parameters<typeof someGiftCard>[1]) => describeDelivery(someGiftCard(1, parts));
    expect(words({ availability: 'in_stock' })).toBe('Instant code');
    expect(words({ availability: 'by_hand', promiseHours: 1 })).toBe('By hand, within 1 hour');
    expect(words({ availability: 'sold_out' })).toBe('Sold out');
    expect(productPath('7')).toBe('/products/7');
  });
});
