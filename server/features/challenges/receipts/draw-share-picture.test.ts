// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { AttemptCondition } from '../../../../contract/attempt-conditions.ts';
import { drawText, getWidth } from '../../../platform/lettering/lettering.ts';
import {
  colours,
  drawAmount,
  drawCoin,
  drawRing,
  drawTitle,
} from '../../../platform/share-picture/draw-parts.ts';
import avatarShapes from './avatar-shapes.json' with { type: 'json' };
import { drawParts, type SharePictureFacts } from './draw-share-picture.ts';

const facts: SharePictureFacts = {
  outcome: 'won',
  match: 'Solo match',
  description: 'Test challenge',
  conditions: [],
  rewardGC: 0,
  brandName: 'FinalRing',
  player: { handle: 'Stormrider', avatar: 'fox' },
};
const draw = (changes: Partial<SharePictureFacts> = {}) => drawParts({ ...facts, ...changes });
const word = (text: string, x: number, fill: string) => drawText(text, { x, y: 182, size: 29, fill });
/** The line of the player: avatar, handle, and what became of it. */
const lineOf = (changes: Partial<SharePictureFacts>) =>
  (draw(changes)[1] ?? '').replace(/>\s+</g, '><').trim();

it.each([
  ['won', 'won in one Solo match', colours.win, 1],
  ['lost', 'lost in one Solo match', colours.loss, 0.3],
  ['cancelled', '· cancelled', colours.muted, 0.5],
] as const)('draws the ring and the text for a match that was %s', (outcome, said, colour, closed) => {
  expect(draw({ outcome })[0]).toBe(drawRing({ colour, closed }));
  const after = 134 + getWidth('Stormrider ', 29);
  expect(lineOf({ outcome })).toBe(
    `<svg x="72" y="148" width="46" height="46" viewBox="0 0 64 64">${avatarShapes.fox}</svg>${word('Stormrider', 134, colours.text)}${word(said, after, colour)}`.replace(
      />\s+</g,
      '><',
    ),
  );
});

it('starts with the handle when there is no avatar, and shortens the text after a long handle', () => {
  const after = (handle: string) => 72 + getWidth(`${handle} `, 29);
  const said = (handle: string, words: string) =>
    `${word(handle, 72, colours.text)}${word(words, after(handle), colours.win)}`;
  expect(lineOf({ player: { handle: 'Ada', avatar: null } })).toBe(said('Ada', 'won in one Solo match'));
  const short = { handle: 'Ada', avatar: null };
  expect(lineOf({ outcome: 'cancelled', player: short })).toBe(
    `${word('Ada', 72, colours.text)}${word('· cancelled', after('Ada'), colours.muted)}`,
  );
  const long = 'W'.repeat(16);
  expect(after(long) + getWidth('won in one Solo match', 29)).toBeGreaterThan(642);
  expect(lineOf({ player: { handle: long, avatar: null } })).toBe(said(long, 'won'));
});

const placement = (needed: AttemptCondition['needed'], isMet: boolean): AttemptCondition => ({
  what: 'placement',
  needed,
  reached: isMet ? needed : 25,
  isMet,
});
const kills = (reached: number | null, isMet: boolean): AttemptCondition => ({
  what: 'kills',
  needed: 5,
  reached,
  isMet,
});

it.each([
  [placement(1, true), 'Winner of the match'],
  [placement(10, false), 'Top 10'],
  [kills(null, true), '5 kills'],
  [kills(5, true), '5 kills'],
  [kills(6, true), '6 kills, 5 needed'],
  [kills(4, false), '4 kills, 5 needed'],
  [kills(5, false), '5 kills, 5 needed'],
])('draws the condition %o as %s', (condition, words) => {
  const { title, below } = drawTitle(facts.description);
  const parts = draw({ conditions: [placement(25, true), condition] });
  expect(parts[2]).toBe(title);
  const y = below + 62 + 50;
  const [mark, colour] = condition.isMet
    ? ['m4 13 6 6L22 7', colours.win]
    : ['m5 5 16 16M21 5 5 21', colours.loss];
  expect(parts[4]).toContain(
    `<path transform="translate(72 ${y - 25})" d="${mark}" fill="none" stroke="${colour}"`,
  );
  expect(parts[4]).toContain(drawText(words, { x: 114, y, size: 36, fill: colours.text }));
  expect(parts[3]).toContain(drawText('Top 25', { x: 114, y: y - 50, size: 36, fill: colours.text }));
});

it('shows the coins won, and none for a result without a reward', () => {
  expect(draw()).toHaveLength(4);
  expect(draw().at(-1)).toBe('');
  const amount = drawAmount('1,300', { unit: 'Gamer Coins', x: 154, y: 560, colour: colours.gold });
  expect(draw({ rewardGC: 1_300 }).at(-1)).toBe(drawCoin(560) + amount);
  expect(draw({ rewardGC: 1 }).at(-1)).toContain(drawCoin(560));
});
