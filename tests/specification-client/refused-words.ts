// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toRefusal } from './client.ts';
import { onePixel } from './picture.ts';
import type { Steps, Visit } from './visit.ts';

type Faults = readonly (readonly [change: Record<string, unknown>, words: string])[];

const coin = { title: 'X', coins: 1, originalPrice: 1, discountPercentage: 0, discountedPrice: 1 };
const card = { title: 'X', description: 'X', gcCoin: '1', image: 'x.png' };
const event = {
  title: 'X',
  type: 'X',
  triggers: ['EARN_XP'],
  startDate: '2030-01-01T00:00:00.000Z',
  endDate: '2030-01-02T00:00:00.000Z',
};
const weekly = { triggers: ['ACTIVITY_WEEKLY'] };

const faults: Record<'coins' | 'cards' | 'events' | 'roles', Faults> = {
  coins: [
    [{ title: undefined }, 'Title is required'],
    [{ title: ' ' }, 'Title is required'],
    [{ coins: 0 }, 'Coins amount must be at least 1'],
    [{ originalPrice: 0 }, 'Original price must be greater than 0'],
    [{ discountPercentage: -1 }, 'Discount percentage must be 0 or greater'],
    [{ discountPercentage: 101 }, 'Discount percentage cannot exceed 100'],
  ],
  cards: [
    [{ title: undefined }, 'Title is required'],
    [{ title: '' }, 'Title is required'],
    [{ description: undefined }, 'Description is required'],
    [{ gcCoin: undefined }, 'GC Coin value is required'],
    [{ gcCoin: '' }, 'GC Coin value is required'],
    [{ gcCoin: '0' }, 'Coin value must be at least 1'],
    [{ image: undefined }, 'Please select an image'],
  ],
  events: [
    [{ title: undefined }, 'Title and Type are required'],
    [{ title: '' }, 'Title and Type are required'],
    [{ type: undefined }, 'Title and Type are required'],
    [{ type: ' ' }, 'Title and Type are required'],
    [{ title: '', type: '' }, 'Title and Type are required'],
    [{ startDate: undefined }, 'Start and end dates are required'],
    [{ endDate: '' }, 'Start and end dates are required'],
    [{ startDate: null, endDate: null }, 'Start and end dates are required'],
    [{ ...weekly, leaderboardRewards: [3, 2] }, 'Please provide at least 3 rewards'],
    [{ ...weekly, leaderboardRewards: Array(11).fill(1) }, 'You can provide up to 10 rewards'],
    [
      { eventConfig: { rewardAmount: -1 } },
      'Reward amount can’t be -1: enter a whole number from 0 to 1,000,000',
    ],
  ],
  roles: [
    [{}, 'Role name is required.'],
    [{ role: '' }, 'Role name is required.'],
    [{ name: ' ' }, 'Role name is required.'],
  ],
};

function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (name === 'image') form.set(name, new Blob([onePixel], { type: 'image/png' }), String(value));
    else form.set(name, String(value));
  }
  return form;
}

/** The API's own messages of section 5: exactly these words, without prefix or suffix. */
export function refusedWords({ player, admin }: Visit): Steps {
  const expectWords = async (list: Faults, call: (change: Record<string, unknown>) => Promise<string>) => {
    for (const [change, words] of list) assert.equal(await call(change), words, JSON.stringify(change));
  };
  return {
    'words of a package': () =>
      expectWords(faults.coins, (change) =>
        toRefusal(admin('POST', '/trade-coin/create', { ...coin, ...change })),
      ),
    'words of a gift card': () =>
      expectWords(faults.cards, (change) =>
        toRefusal(admin('POST', '/gift-card/create', toForm({ ...card, ...change }))),
      ),
    'words of an event': () =>
      expectWords(faults.events, (change) => toRefusal(admin('POST', '/events', { ...event, ...change }))),
    'words of a role': () =>
      expectWords(faults.roles, (change) =>
        toRefusal(admin('POST', '/role/create', { permissions: [], ...change })),
      ),
    'words of an entry': async () => {
      const entry = { epicId: 'somebody', challengeId: randomUUID(), challengeType: 'TOP10_5KILL_SOLO' };
      const list: Faults = [
        [{ epicId: undefined }, 'Please enter your Epic ID'],
        [{ epicId: '  ' }, 'Please enter your Epic ID'],
        [{ challengeType: undefined }, 'Please select a challenge variant'],
        [{ challengeType: '' }, 'Please select a challenge variant'],
      ];
      await expectWords(list, (change) =>
        toRefusal(player('POST', '/challenge/start', { ...entry, ...change })),
      );
    },
    'words of an empty cart': async () => {
      assert.equal(await toRefusal(player('POST', '/cart/checkout', { items: [] })), 'Your cart is empty');
    },
  };
}
