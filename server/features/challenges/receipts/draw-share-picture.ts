// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { formatAmount, plural } from '../../../../contract/amounts.ts';
import type { AttemptCondition } from '../../../../contract/attempt-conditions.ts';
import type { PublicPlayer } from '../../../../contract/public-players.ts';
import { drawText, getWidth } from '../../../platform/lettering/lettering.ts';
import {
  colours,
  drawAmount,
  drawCoin,
  drawRing,
  drawTitle,
  left,
  toPicture,
} from '../../../platform/share-picture/draw-parts.ts';

export interface SharePictureFacts {
  player: PublicPlayer;
  outcome: 'won' | 'lost' | 'cancelled';
  /** The challenge. */
  description: string;
  /** What counted, in words. */
  match: string;
  conditions: readonly AttemptCondition[];
  /** Coins won; 0 if none. */
  rewardGC: number;
  brandName: string;
}

const outcomes = {
  won: { label: 'won', colour: colours.win, closed: 1 },
  lost: { label: 'lost', colour: colours.loss, closed: 0.3 },
  cancelled: { label: '· cancelled', colour: colours.muted, closed: 0.5 },
} as const;

/** Higher up there is more room than beside the ring. */
const playerWidth = 570;

const avatarShapes: Record<string, string> = JSON.parse(
  readFileSync(new URL('./avatar-shapes.json', import.meta.url), 'utf8'),
);

/** Avatar, handle and outcome, the latter in more than one word if there is room. */
function drawPlayer({ player: { handle, avatar }, match, outcome }: SharePictureFacts): string {
  const { label, colour } = outcomes[outcome];
  const x = avatar ? left + 62 : left;
  const name = { x, y: 182, size: 29, fill: colours.text };
  const after = x + getWidth(`${handle} `, 29);
  const long = outcome === 'cancelled' ? label : `${label} in one ${match}`;
  const words = after + getWidth(long, 29) < left + playerWidth ? long : label;
  return `${avatar ? `<svg x="${left}" y="148" width="46" height="46" viewBox="0 0 64 64">${avatarShapes[avatar]}</svg>` : ''}
    ${drawText(handle, name)}${drawText(words, { ...name, x: after, fill: colour })}`;
}

function toWords({ what, needed, reached, isMet }: AttemptCondition): string {
  if (what === 'placement') return needed === 1 ? 'Winner of the match' : `Top ${needed}`;
  if (reached === null) return plural(needed, 'kill');
  return isMet && reached === needed
    ? plural(needed, 'kill')
    : `${plural(reached, 'kill')}, ${needed} needed`;
}

function drawCondition(condition: AttemptCondition, y: number): string {
  const colour = condition.isMet ? colours.win : colours.loss;
  const mark = condition.isMet ? 'm4 13 6 6L22 7' : 'm5 5 16 16M21 5 5 21';
  return `<path transform="translate(${left} ${y - 25})" d="${mark}" fill="none" stroke="${colour}" stroke-width="4"/>
    ${drawText(toWords(condition), { x: left + 42, y, size: 36, fill: colours.text })}`;
}

function drawReward(rewardGC: number): string {
  const y = 560;
  const amount = formatAmount(rewardGC);
  return drawCoin(y) + drawAmount(amount, { unit: 'Gamer Coins', x: left + 82, y, colour: colours.gold });
}

/** What is drawn, from the ring to the reward. */
export function drawParts(facts: SharePictureFacts): string[] {
  const { title, below } = drawTitle(facts.description);
  return [
    drawRing(outcomes[facts.outcome]),
    drawPlayer(facts),
    title,
    ...facts.conditions.map((condition, place) => drawCondition(condition, below + 62 + place * 50)),
    facts.rewardGC > 0 ? drawReward(facts.rewardGC) : '',
  ];
}

/** The picture that chats and social networks show of a shared receipt: 1200 x 630, as JPEG. */
export function drawSharePicture(facts: SharePictureFacts): Promise<Buffer> {
  return toPicture(facts.brandName, drawParts(facts));
}
