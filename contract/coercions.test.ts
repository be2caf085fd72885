// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { giftCardInput } from './gift-card-form.ts';
import { giveawayInput } from './giveaways-admin.ts';
import { promotionInput } from './promotion-terms.ts';
import { findFaults } from './testing/faults.ts';

const endpoints = await endpointsOfContract();

type Field = { path: string; schema: z.ZodType };

/** Every field of an input, with the step that prepares its value. */
function listFields(schema: z.ZodType, path: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      listFields(part as z.ZodType, `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return listFields(schema.element as z.ZodType, `${path}.*`);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable
  ) {
    const inner = listFields(schema.unwrap() as z.ZodType, path);
    return inner.length === 1 && inner[0]?.path === path ? [{ path, schema }] : inner;
  }
  return [{ path, schema }];
}

const fields = endpoints.flatMap(({ method, path, query, body }) =>
  [query, body].flatMap((schema) => (schema ? listFields(schema, `${method} ${path} `) : [])),
);
function typeOf(schema: z.ZodType): unknown {
  const { type, anyOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return type ?? anyOf?.find((one) => typeof one === 'object' && one.type !== 'null');
}
const ofType = (...types: string[]) => fields.filter(({ schema }) => types.includes(String(typeOf(schema))));

describe('a value that is not a number', () => {
  const numbers = ofType('number', 'integer');

  it('is tested against more than 60 fields', () => {
    expect(numbers.length).toBeGreaterThan(60);
  });

  it.each(['abc', '', ' ', '10abc', '1,5', '0x10', 'Infinity', true, [], ['5'], {}])(
    'is refused: %j',
    (value) => {
      const taken = numbers.filter(({ schema }) => schema.safeParse(value).success);
      expect(taken.map(({ path }) => path)).toEqual([]);
    },
  );
});

describe('a value that is neither true nor false', () => {
  it.each(['yes', '1', '', 'TRUE', 0, 1, [], {}].map((value) => ({ value })))(
    'is refused: $value',
    ({ value }) => {
      const taken = ofType('boolean').filter(({ schema }) => schema.safeParse(value).success);
      expect(taken.map(({ path }) => path)).toEqual([]);
    },
  );
});

const giveaway = {
  ...{ title: 'Sample', prizeType: 'XP', prizeAmount: 1, winnerCount: 1 },
  ...{ startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-01-02T00:00:00.000Z' },
};

describe('the reason of a refusal', () => {
  it.each([
    [{ prizeAmount: undefined }, 'prizeAmount: Prize amount is required'],
    [
      { prizeAmount: '5' },
      'prizeAmount: Prize amount can’t be “5”: enter a whole number from 1 to 1,000,000',
    ],
    [
      { prizeAmount: 1.5 },
      'prizeAmount: Prize amount can’t be 1.5: enter a whole number from 1 to 1,000,000',
    ],
    [{ title: 7 }, 'title: must be text'],
    [{ startDate: 'tomorrow' }, 'startDate: must be a time such as 2026-01-31T18:00:00.000Z'],
    [{ startDate: '' }, 'startDate: Start date is required'],
  ])('is exact for a giveaway with %j', (change, fault) => {
    expect(findFaults(giveawayInput, { ...giveaway, ...change })).toEqual([fault]);
  });

  it('is exact for a gift card, whose form sends text', () => {
    const card = { title: 'PSN', description: 'A card', image: 'a.png' };
    expect(findFaults(giftCardInput, { ...card, gcCoin: 'many' })).toEqual([
      'gcCoin: must be a whole number',
    ]);
    expect(findFaults(giftCardInput, card)).toEqual(['gcCoin: GC Coin value is required']);
    expect(findFaults(giftCardInput, { ...card, gcCoin: '500', isActive: 'maybe' })).toEqual([
      'isActive: must be true or false',
    ]);
    expect(giftCardInput.parse({ ...card, gcCoin: ' 500 ', isActive: 'false' })).toMatchObject({
      ...{ gcCoin: 500, isActive: false },
    });
  });
});

describe('an event', () => {
  const event = {
    ...{ title: 'Sample', type: 'SAMPLE', triggers: ['FIRST_LOGIN'] },
    ...{ startDate: giveaway.startDate, endDate: giveaway.endDate },
  };
  const configOf = (eventConfig: object) => promotionInput.parse({ ...event, eventConfig }).eventConfig;

  it.each([null, 0, undefined])('with the multiplier %j gets the multiplier 1', (multiplier) => {
    expect(configOf({ multiplier }).multiplier).toBe(1);
  });

  it('gets 0 for an empty amount and empty caps', () => {
    expect(configOf({ rewardAmount: null, userCap: null, dailyCap: null })).toMatchObject({
      ...{ rewardAmount: 0, userCap: 0, dailyCap: 0 },
    });
  });

  it.each([
    [-1, '-1'],
    [0.015, '0.015'],
    ['two', '“two”'],
    ['', 'empty'],
  ])('refuses the multiplier %j', (multiplier, shown) => {
    expect(findFaults(promotionInput, { ...event, eventConfig: { multiplier } })).toEqual([
      `eventConfig.multiplier: Multiplier can’t be ${shown}: enter a number from 0.01 to 1,000 with two decimals at most`,
    ]);
  });
});
