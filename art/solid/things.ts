// SPDX-License-Identifier: Apache-2.0

/** What can be won, and what tells one game from another, as bodies that stand on y = 0 and face z. */
import type { Group } from 'three';
import { chest } from './chest.ts';
import { coins, giftCard, medal, pack } from './coins.ts';
import { calendar, ticket, wallet } from './passes.ts';
import { gate, plane, squads, supplyDrop } from './places.ts';
import type { Tones } from './tones.ts';

/** How each thing is built, by the name under which a scene asks for it. */
export const things = {
  wallet: ({ tones }) => wallet(tones),
  pass: ({ tones }) => ticket(tones),
  item: ({ tones, others = tones }) => chest(tones, others),
  currency: ({ tones, isOurs = false, heights = [6, 4, 2] }) => coins(tones, isOurs, heights),
  subscription: ({ tones }) => calendar(tones),
  'gift-card': ({ tones, words }) => giftCard(tones, words),
  pack: ({ tones, others = tones }) => pack(tones, others),
  medal: ({ tones }) => medal(tones),
  'supply-drop': ({ tones }) => supplyDrop(tones),
  plane: ({ tones }) => plane(tones),
  gate: ({ tones }) => gate(tones),
  squads: ({ tones }) => squads(tones),
} satisfies Record<string, (wish: Wish) => Group>;

export interface Wish {
  tones: Tones;
  /** Of what lies in it or on it. */
  others?: Tones;
  isOurs?: boolean;
  /** Of stacks, in coins. */
  heights?: readonly number[];
  words?: string;
}
