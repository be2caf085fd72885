import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { AttemptCondition } from '../../../contract/attempt-conditions.ts';
import type { PublicPlayer } from '../../../contract/public-players.ts';
import { drawText, getWidth, toLines } from '../../platform/lettering/lettering.ts';

export interface SharePictureFacts {
  player: PublicPlayer;
  outcome: 'won' | 'lost' | 'cancelled';
  /** The challenge. */
  description: string;
  conditions: readonly AttemptCondition[];
  /** Won, 0 where nothing was. */
  rewardGC: number;
  brandName: string;
}

const colours = {
  line: '#29324d',
  text: '#edeff7',
  muted: '#9aa3b8',
  gold: '#ffc53d',
  goldInk: '#1a1200',
  win: '#3ddc97',
  loss: '#ff7676',
} as const;

const outcomes = {
  won: { label: 'won', colour: colours.win, closed: 1 },
  lost: { label: 'lost', colour: colours.loss, closed: 0.3 },
  cancelled: { label: '· cancelled', colour: colours.muted, closed: 0.5 },
} as const;

const left = 72;
/** Left of the ring. */
const textWidth = 505;
/** Further up there is more room. */
const playerWidth = 570;
/** The middle of the rings in the picture behind. */
const ring = { x: 835, y: 314, radius: 226 };

/** Beside the logo, which is in the picture behind. */
function drawBrand({ brandName }: SharePictureFacts): string {
  const [name = ''] = toLines(brandName, 34, 400, 1);
  return drawText(name, { x: left + 76, y: 100, size: 34, fill: colours.text });
}

const avatarShapes: Record<string, string> = JSON.parse(
  readFileSync(new URL('./avatar-shapes.json', import.meta.url), 'utf8'),
);

/** Avatar and handle, and what became of it where there is room for more than one word. */
function drawPlayer({ player: { handle, avatar }, outcome }: SharePictureFacts): string {
  const { label, colour } = outcomes[outcome];
  const x = avatar ? left + 62 : left;
  const name = { x, y: 182, size: 29, fill: colours.text };
  const after = x + getWidth(`${handle} `, 29);
  const long = outcome === 'cancelled' ? label : `${label} in one Solo match`;
  const words = after + getWidth(long, 29) < left + playerWidth ? long : label;
  return `${avatar ? `<svg x="${left}" y="148" width="46" height="46" viewBox="0 0 64 64">${avatarShapes[avatar]}</svg>` : ''}
    ${drawText(handle, name)}${drawText(words, { ...name, x: after, fill: colour })}`;
}

/** How far the ring has closed, over the one of the picture behind. */
function drawRing({ outcome }: SharePictureFacts): string {
  const { colour, closed } = outcomes[outcome];
  const around = 2 * Math.PI * ring.radius;
  const circle = (width: number, opacity: number) =>
    `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="none" stroke="${colour}" stroke-width="${width}"
      stroke-opacity="${opacity}" stroke-dasharray="${closed * around} ${around}" transform="rotate(-90 ${ring.x} ${ring.y})"/>`;
  return `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="none" stroke="${colours.line}" stroke-width="12"/>
    ${circle(44, 0.1)}${circle(28, 0.16)}${circle(12, 1)}`;
}

function toWords({ what, needed, reached, isMet }: AttemptCondition): string {
  if (what === 'placement') return needed === 1 ? 'Winner of the match' : `Top ${needed}`;
  if (reached === null) return `${needed} kills`;
  return isMet && reached === needed ? `${needed} kills` : `${reached} kills, ${needed} needed`;
}

function drawCondition(condition: AttemptCondition, y: number): string {
  const colour = condition.isMet ? colours.win : colours.loss;
  const mark = condition.isMet ? 'm4 13 6 6L22 7' : 'm5 5 16 16M21 5 5 21';
  return `<path transform="translate(${left} ${y - 25})" d="${mark}" fill="none" stroke="${colour}" stroke-width="4"/>
    ${drawText(toWords(condition), { x: left + 42, y, size: 36, fill: colours.text })}`;
}

function drawCoins(rewardGC: number, y: number): string {
  const amount = `+${rewardGC.toLocaleString('en-US')}`;
  const size = amount.length > 8 ? 44 : 68;
  const end = left + 100 + getWidth(amount, size);
  const unit = { x: end, y, size: 30, fill: colours.muted };
  return `<g transform="translate(${left} ${y - 54}) scale(3.1)">
    <path d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" fill="${colours.gold}"/>
    <path d="M6.9 3.2h6.2l3.7 3.7v6.2l-3.7 3.7H6.9l-3.7-3.7V6.9z" fill="${colours.goldInk}"/>
    <path d="M12.9 7.3A4 4 0 1 0 13 12.6V10h-2.6" fill="none" stroke="${colours.gold}" stroke-width="1.7"/>
  </g>
  ${drawText(amount, { x: left + 82, y, size, fill: colours.gold })}
  ${end < textWidth ? drawText('Gamer Coins', unit) : ''}`;
}

function toSvg(facts: SharePictureFacts): string {
  const size = facts.description.length > 34 ? 43 : 58;
  const y = (place: number) => 198 + size + place * size * 1.14;
  const title = toLines(facts.description, size, textWidth, 3).map((line, place) =>
    drawText(line, { x: left, y: y(place), size, fill: colours.text }),
  );
  const below = y(title.length - 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
    ${drawRing(facts)}
    ${drawBrand(facts)}
    ${drawPlayer(facts)}
    ${title.join('')}
    ${facts.conditions.map((condition, place) => drawCondition(condition, below + 62 + place * 50)).join('')}
    ${facts.rewardGC > 0 ? drawCoins(facts.rewardGC, 560) : ''}
  </svg>`;
}

const background = new URL('./share-picture.jpg', import.meta.url);

/** The picture that chats and networks show of a shared receipt: 1200 x 630, as JPEG. */
export async function drawSharePicture(facts: SharePictureFacts): Promise<Buffer> {
  return sharp(await readFile(background))
    .composite([{ input: Buffer.from(toSvg(facts)) }])
    .jpeg({ quality: 80 })
    .toBuffer();
}
