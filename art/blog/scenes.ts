// SPDX-License-Identifier: Apache-2.0

/** One landscape per article of content/blog: its own place on the map, its own light, one idea drawn on top. */
import type { At } from '../drawings.ts';
import { arc, coin, glow, plate, player, route } from '../drawings.ts';
import { colours, type Landscape } from '../landscape.ts';
import { light, palette } from '../palette.ts';

/** Places are drawn on a canvas of height 720 and lit in units of the picture's height. */
const lit = ({ x, y }: At) => ({ x: x / 720, y: y / 720 });

/** Five islands to hop, the best first. */
function fiveIslands(): Landscape {
  const islands: readonly (At & { size: number })[] = [
    { x: 640, y: 350, size: 128 },
    { x: 268, y: 224, size: 84 },
    { x: 1020, y: 206, size: 84 },
    { x: 330, y: 560, size: 70 },
    { x: 985, y: 556, size: 70 },
  ];
  const [first, ...others] = islands as [At & { size: number }, ...(At & { size: number })[]];
  const hops = [islands[3], islands[1], first, islands[2], islands[4]] as At[];
  const ring = (place: At & { size: number }) =>
    arc(place, place.size * 0.62, 0.875, `stroke="${palette.stormSoft}" stroke-width="4"`) +
    coin(place, place.size * 0.42);
  return {
    land: {
      seed: 12,
      detail: 4,
      islands: islands.map((place) => ({ ...lit(place), radius: (place.size * 1.5) / 720 })),
      colours: colours('#0a2036', '#12303a', '#1d4a4f', '#6fb0a6'),
    },
    middle: lit(first),
    rings: [{ radius: 0.178, colour: light(palette.gold), strength: 1.1 }],
    core: { colour: '#ff9a2b', strength: 0.9, reach: 0.06 },
    storm: { from: 0.62, depth: 0.9, colour: '#2c2280' },
    lines: 0.26,
    drawing: `${route(hops, `stroke="${palette.text}" stroke-opacity=".55" stroke-width="3" stroke-dasharray="3 13" stroke-linecap="round"`)}
      ${others.map(ring).join('')}${coin(first, 92)}`,
  };
}

/** A ring that closes a little more each day. */
function sevenDays(): Landscape {
  const places = Array.from({ length: 7 }, (_, day) => ({
    x: 142 + day * 166,
    y: 452 - 190 * (day / 6) ** 1.35,
  }));
  const day = (at: At, index: number) => {
    const isLast = index === places.length - 1;
    const colour = isLast ? palette.gold : palette.stormSoft;
    return `<circle cx="${at.x}" cy="${at.y}" r="56" fill="${palette.ink}" fill-opacity=".72"/>
      <circle cx="${at.x}" cy="${at.y}" r="56" fill="none" stroke="${palette.line}" stroke-width="9"/>
      ${arc(at, 56, (index + 1) / 7, `stroke="${colour}" stroke-width="9"`)}
      ${isLast ? coin(at, 62) : `<path d="m${at.x} ${at.y - 10} 10 10-10 10-10-10z" fill="${palette.text}" fill-opacity="${0.35 + index * 0.1}"/>`}`;
  };
  const last = places.at(-1) as At;
  return {
    land: {
      seed: 57,
      detail: 1.6,
      islands: [{ x: 1.05, y: 0.42, radius: 0.95 }],
      colours: colours('#141136', '#1b1a3f', '#2e2a63', '#8d86d6'),
    },
    middle: lit(last),
    core: { colour: '#ff9a2b', strength: 1, reach: 0.12 },
    storm: { from: 0.7, depth: 0.85, colour: '#2c2280' },
    lines: 0.3,
    drawing: `${route(places, `stroke="${palette.text}" stroke-opacity=".5" stroke-width="3" stroke-dasharray="3 12" stroke-linecap="round"`)}${places.map(day).join('')}`,
  };
}

/** Coins fly out of the ring and become a gift card. */
function coinsToCard(): Landscape {
  const start = { x: 360, y: 372 };
  const flight = [
    { x: 470, y: 268, size: 40 },
    { x: 560, y: 226, size: 48 },
    { x: 656, y: 214, size: 56 },
    { x: 752, y: 236, size: 64 },
  ];
  const card = (x: number, y: number, degrees: number, from: string, to: string, id: string) => `
    <linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <clipPath id="${id}-edge">${plate({ x: 0, y: 0 }, 380, 240, 26, '')}</clipPath>
    <g transform="translate(${x} ${y}) rotate(${degrees})">
      ${plate({ x: 8, y: 14 }, 380, 240, 26, `fill="#02030a" fill-opacity=".45"`)}
      <g clip-path="url(#${id}-edge)"><path d="M0 0h380v240H0z" fill="url(#${id})"/>
        ${arc({ x: 286, y: 108 }, 138, 0.875, 'stroke="#fff" stroke-opacity=".16" stroke-width="30"')}
        ${arc({ x: 286, y: 108 }, 66, 0.875, 'stroke="#fff" stroke-opacity=".7" stroke-width="7"')}
        <path d="m286 96 12 12-12 12-12-12z" fill="#fff"/>
        <path d="M30 176h104M30 200h64" stroke="#fff" stroke-opacity=".6" stroke-width="9"/></g></g>`;
  return {
    land: {
      seed: 33,
      islands: [
        { ...lit(start), radius: 0.4 },
        { x: 1.5, y: 0.7, radius: 0.26 },
      ],
      colours: colours('#0a1c30', '#11283a', '#1c3d52', '#7fa9bf'),
    },
    middle: lit(start),
    rings: [{ radius: 0.3 }, { radius: 0.19, colour: light(palette.gold), strength: 1.15 }],
    core: { colour: '#ff9a2b', strength: 1, reach: 0.07 },
    storm: { from: 0.42, depth: 0.9, colour: '#2a2080' },
    drawing: `${card(842, 322, 8, '#1b4fd8', '#0a1b52', 'back')}${card(800, 268, -5, '#0f9a6a', '#03301f', 'front')}
      ${coin(start, 104)}${flight.map((place, index) => coin(place, place.size, 0.55 + index * 0.15)).join('')}`,
  };
}

/** A target, and the shape of a player's skills on it. */
function skillTarget(): Landscape {
  const middle = { x: 640, y: 362 };
  const axes = 6;
  const on = (axis: number, radius: number) => {
    const angle = (2 * Math.PI * axis) / axes - Math.PI / 2;
    return `${(middle.x + radius * Math.cos(angle)).toFixed(1)} ${(middle.y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  const skills = [236, 178, 214, 150, 226, 196];
  const outline = skills.map((radius, axis) => on(axis, radius)).join('L');
  const spokes = skills.map((_, axis) => `M${on(axis, 44)}L${on(axis, 282)}`).join('');
  const ends = skills.map((radius, axis) => {
    const [x, y] = on(axis, radius).split(' ');
    return `<circle cx="${x}" cy="${y}" r="9" fill="${palette.gold}"/>`;
  });
  const thin = `stroke="${palette.text}" stroke-opacity=".3" stroke-width="2"`;
  return {
    land: {
      seed: 76,
      detail: 2,
      islands: [{ ...lit(middle), radius: 0.62 }],
      colours: colours('#1a1226', '#2a1830', '#472441', '#c07a9c'),
    },
    middle: lit(middle),
    rings: [{ radius: 0.39, colour: light('#ff7ab0'), strength: 0.8 }],
    core: { colour: '#ff9a2b', strength: 0.8, reach: 0.08 },
    storm: { from: 0.5, depth: 0.9, colour: '#4a1740' },
    lineColour: '#e09ac0',
    drawing: `${arc(middle, 188, 1, `${thin} stroke-dasharray="3 12"`)}${arc(middle, 94, 1, `${thin} stroke-dasharray="3 12"`)}
      <path d="${spokes}" ${thin}/>
      <path d="M${outline}Z" fill="${palette.gold}" fill-opacity=".16" stroke="${palette.gold}" stroke-width="4"/>${ends.join('')}
      <path d="M640 20v70M640 634v66M296 362h66M918 362h66" stroke="${palette.text}" stroke-opacity=".8" stroke-width="4"/>
      <path d="m640 349 13 13-13 13-13-13z" fill="${palette.text}"/>`,
  };
}

/** Seven stops on the way up, from the landing to the ring at the top. */
function firstWeek(): Landscape {
  const stops: At[] = [
    { x: 150, y: 622 },
    { x: 332, y: 556 },
    { x: 452, y: 420 },
    { x: 640, y: 446 },
    { x: 780, y: 330 },
    { x: 902, y: 372 },
    { x: 1016, y: 232 },
  ];
  const top = stops.at(-1) as At;
  const stop = ({ x, y }: At, index: number) => `
    <path d="m${x} ${y - 17} 17 17-17 17-17-17z" fill="${palette.ink}" stroke="${palette.text}" stroke-width="3.5"/>
    ${index === 0 ? '' : `<path d="m${x} ${y - 8} 8 8-8 8-8-8z" fill="${palette.gold}"/>`}`;
  return {
    land: {
      seed: 29,
      detail: 1.9,
      islands: [{ x: 1.18, y: 0.42, radius: 0.78 }],
      colours: colours('#0c2433', '#163229', '#2f5240', '#b9c98a'),
    },
    middle: lit(top),
    rings: [
      { radius: 0.172, colour: light(palette.gold), strength: 1.1 },
      { radius: 0.3, colour: light(palette.storm), strength: 0.6 },
    ],
    core: { colour: '#ff9a2b', strength: 1.1, reach: 0.09 },
    storm: { from: 0.75, depth: 0.9, colour: '#1f2a6e' },
    lineColour: '#b5c9a0',
    drawing: `${route(stops, `stroke="${palette.ink}" stroke-opacity=".6" stroke-width="9"`)}
      ${route(stops, `stroke="${palette.text}" stroke-width="4" stroke-dasharray="14 9"`)}
      ${stops.slice(0, -1).map(stop).join('')}${player({ x: 150, y: 622 }, 62, 0)}${coin(top, 88)}`,
  };
}

/** Three peaks, three rings: the podium seen from above. */
function podium(): Landscape {
  const first = { x: 640, y: 330 };
  const second = { x: 292, y: 424 };
  const third = { x: 986, y: 446 };
  const step = (at: At, radius: number, colour: string, share: number) =>
    `<circle cx="${at.x}" cy="${at.y}" r="${radius}" fill="url(#shade)"/>
     ${arc(at, radius, share, `stroke="${colour}" stroke-width="6"`)}
     ${arc(at, radius * 0.7, 1, `stroke="${colour}" stroke-opacity=".5" stroke-width="2.5" stroke-dasharray="3 10"`)}`;
  const chasers: readonly (At & { turn: number })[] = [
    { x: 470, y: 600, turn: 25 },
    { x: 560, y: 640, turn: 8 },
    { x: 742, y: 632, turn: -14 },
    { x: 830, y: 596, turn: -30 },
    { x: 650, y: 588, turn: -2 },
  ];
  return {
    land: {
      seed: 84,
      detail: 2.6,
      islands: [
        { ...lit(first), radius: 0.4 },
        { ...lit(second), radius: 0.27 },
        { ...lit(third), radius: 0.25 },
      ],
      colours: colours('#101433', '#1a1f45', '#2b3570', '#9db0ff'),
    },
    middle: lit(first),
    rings: [{ radius: 0.262, colour: light(palette.gold), strength: 1.2 }],
    core: { colour: '#ff9a2b', strength: 0.9, reach: 0.09 },
    storm: { from: 0.72, depth: 0.9, colour: '#2c2280' },
    lines: 0.26,
    drawing: `<defs>${glow('shade', palette.ink, 0.65)}</defs>
      ${step(second, 104, '#d7deef', 0.875)}${step(third, 92, '#d59a5f', 0.875)}
      ${player(first, 0, 4, palette.gold)}${player(second, 0, 2.6, '#d7deef')}${player(third, 0, 2.4, '#d59a5f')}
      ${chasers.map((place) => player(place, place.turn, 1.1, palette.muted)).join('')}`,
  };
}

/** Landscapes by the articles' slugs. */
export const blogScenes: Record<string, Landscape> = {
  'top-5-games-to-earn-tokens-in-2025': fiveIslands(),
  'how-daily-challenges-boost-your-gaming-skills': sevenDays(),
  'beginners-guide-to-redeeming-finalring': coinsToCard(),
  'why-competitive-gaming-builds-real-skills': skillTarget(),
  'your-first-7-days-on-finalring-what-to-expect': firstWeek(),
  'top-leaderboard-tips-from-pro-players': podium(),
};
