// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { lineOfText, linesOfText } from './endpoint.ts';
import { asNumber, ifMissing } from './sent-numbers.ts';
import { cardKinds } from './shop.ts';

/** The highest price of a card. */
export const maxCardPrice = 1_000_000_000;

/** A whole number in a form; an empty field counts as missing. */
function field(missing: string, least: number, tooSmall: string, most: number) {
  return asNumber(z.int(ifMissing(missing)).min(least, tooSmall).max(most));
}
const flags: Readonly<Record<string, boolean>> = { true: true, false: false };
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? (flags[value] ?? value) : value),
  z.boolean(),
);

/**
 * The gift card form as multipart/form-data (product specification, section 5). `image` is the name of the file sent
 * with the fields.
 */
export const giftCardInput = z.object({
  title: z
    .string(ifMissing('Title is required'))
    .trim()
    .min(1, 'Title is required')
    .max(120)
    .regex(lineOfText),
  description: z
    .string(ifMissing('Description is required'))
    .trim()
    .min(1, 'Description is required')
    .max(2000)
    .regex(linesOfText),
  gcCoin: field('GC Coin value is required', 1, 'Coin value must be at least 1', maxCardPrice),
  image: z.string(ifMissing('Please select an image')).min(1, 'Please select an image').max(255),
  /** Lower case: psn, dota, pubg. */
  type: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9-]{0,29}$/, 'Type takes letters, digits and dashes')
    .default('other'),
  kind: z.enum(cardKinds).default('wallet'),
  region: z.string().trim().max(60).regex(lineOfText).default(''),
  /** Forms send line breaks as two characters. */
  howToRedeem: z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .max(2000)
    .regex(linesOfText)
    .default(''),
  isActive: flag.default(true),
  /** The card may sell without a code in stock. This is the default. */
  isFulfilledByHand: flag.default(true),
  promiseHours: field('Promised hours are required', 1, 'Promised hours must be at least 1', 720).default(24),
  /** Reported as low stock with this many codes or fewer; 0: never. */
  lowStockAt: field('Low stock must be a number', 0, 'Low stock must be 0 or greater', 10_000).default(5),
});

/** A change: omitted fields keep their values, and the picture stays unless a new file is sent. */
export const giftCardChange = z.object({
  title: giftCardInput.shape.title.optional(),
  description: giftCardInput.shape.description.optional(),
  gcCoin: giftCardInput.shape.gcCoin.optional(),
  image: z.string().max(255).optional(),
  type: giftCardInput.shape.type.unwrap().optional(),
  kind: giftCardInput.shape.kind.unwrap().optional(),
  region: giftCardInput.shape.region.unwrap().optional(),
  howToRedeem: giftCardInput.shape.howToRedeem.unwrap().optional(),
  isActive: flag.optional(),
  isFulfilledByHand: flag.optional(),
  promiseHours: giftCardInput.shape.promiseHours.unwrap().optional(),
  lowStockAt: giftCardInput.shape.lowStockAt.unwrap().optional(),
});
