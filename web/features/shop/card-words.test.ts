import { describe, expect, it } from 'vitest';
import { cardKinds } from '../../../contract/shop.ts';
import { deliveryStory, describeDelivery, productPath, redeemSteps } from './card-words.ts';
import { someGiftCard } from './gift-card-fixture.ts';

describe('how a card is redeemed', () => {
  it('is what somebody wrote down, a step a line', () =>
    expect(redeemSteps({ howToRedeem: ' Open it.\n\nEnter it. \n', kind: 'pass' })).toEqual([
      'Open it.',
      'Enter it.',
    ]));

  it('is else what its kind has in common, each kind with an end of its own', () => {
    const ends = cardKinds.map((kind) => redeemSteps({ howToRedeem: ' \n', kind }).at(-1));
    expect(new Set(ends).size).toBe(cardKinds.length);
  });
});

describe('how a card is delivered', () => {
  const story = (parts: Parameters<typeof someGiftCard>[1]) => deliveryStory(someGiftCard(1, parts));

  it('says when the code comes', () => {
    expect(story({ availability: 'in_stock' })).toContain('the moment you buy it');
    expect(story({ availability: 'by_hand', promiseHours: 48 })).toContain('within 48 hours');
    expect(story({ availability: 'sold_out' })).toContain('once it is back');
  });

  it('says it in a word or two, and where its page is', () => {
    const words = (parts: Parameters<typeof someGiftCard>[1]) => describeDelivery(someGiftCard(1, parts));
    expect(words({ availability: 'in_stock' })).toBe('Code at once');
    expect(words({ availability: 'by_hand', promiseHours: 1 })).toBe('By hand, within 1 hour');
    expect(words({ availability: 'sold_out' })).toBe('Sold out');
    expect(productPath('7')).toBe('/products/7');
  });
});
