// SPDX-License-Identifier: Apache-2.0

import { formatAmount } from '../../../contract/amounts.ts';
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

export interface InvitationPictureFacts {
  handle: string;
  /** The names of the games that can be played. */
  games: string;
  /** Coins that a new player starts with; 0: none. */
  welcomeGC: number;
  brandName: string;
}

/** An invitation's picture for link previews in chats and social networks: 1200 x 630, as JPEG. */
export function drawInvitationPicture({
  handle,
  games,
  welcomeGC,
  brandName,
}: InvitationPictureFacts): Promise<Buffer> {
  const { title, below } = drawTitle(`Win at ${games} with ${handle}`);
  const amount = formatAmount(welcomeGC);
  return toPicture(brandName, [
    drawRing({ closed: 0.6, colour: colours.gold }),
    drawText('You were invited', { x: left, y: 182, size: 29, fill: colours.storm }),
    title,
    drawText('Earn coins for gift cards.', { x: left, y: below + 60, size: 33, fill: colours.muted }),
    welcomeGC > 0
      ? drawCoin(560) +
        drawAmount(amount, { unit: 'to start with', x: left + 82, y: 560, colour: colours.gold })
      : '',
  ]);
}
