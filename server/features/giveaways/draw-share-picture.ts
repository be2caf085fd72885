// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from '../../../contract/amounts.ts';
import type { giveawayPhases } from '../../../contract/giveaways.ts';
import { drawText } from '../../platform/lettering/lettering.ts';
import {
  colours,
  drawAmount,
  drawCoin,
  drawRing,
  drawTitle,
  left,
  toPicture,
} from '../../platform/share-picture/draw-parts.ts';

export interface GiveawayPictureFacts {
  title: string;
  phase: (typeof giveawayPhases)[number];
  prizeType: 'GC' | 'XP';
  prizeAmount: number;
  /** "3 winners" */
  winners: string;
  /** "Ends 24 Nov, 18:00 UTC" */
  time: string;
  brandName: string;
}

const looks = {
  upcoming: { label: 'Free giveaway', colour: colours.storm, closed: 0.12 },
  active: { label: 'Free giveaway', colour: colours.storm, closed: 0.6 },
  drawing: { label: 'Being drawn', colour: colours.storm, closed: 0.94 },
  finished: { label: 'Drawn', colour: colours.win, closed: 1 },
} as const;

/** A giveaway's picture for link previews in chats and social networks: 1200 x 630, as JPEG. */
export function drawGiveawayPicture(facts: GiveawayPictureFacts): Promise<Buffer> {
  const { prizeType, prizeAmount, brandName } = facts;
  const look = looks[facts.phase];
  const { title, below } = drawTitle(facts.title);
  const line = (text: string, place: number) =>
    drawText(text, { x: left, y: below + 60 + place * 48, size: 33, fill: colours.muted });
  const amount = formatAmount(prizeAmount);
  const prize =
    prizeType === 'GC'
      ? drawCoin(560) +
        drawAmount(amount, { unit: 'Gamer Coins', x: left + 82, y: 560, colour: colours.gold })
      : drawAmount(amount, { unit: 'XP', x: left, y: 560, colour: colours.storm });
  return toPicture(brandName, [
    drawRing(look),
    drawText(look.label, { x: left, y: 182, size: 29, fill: look.colour }),
    title,
    line(facts.winners, 0),
    line(facts.time, 1),
    prize,
  ]);
}
