// SPDX-License-Identifier: Apache-2.0

/** What is drawn on top of the landscape: the plane and its drop lines, players, embers and the coin. */
import { coinShape } from '../marks.ts';
import { mix, randomFrom, smoothstep } from '../noise.ts';
import { palette } from '../palette.ts';
import type { Size } from '../terrain.ts';
import { closing, middle } from './timeline.ts';

interface Place {
  x: number;
  y: number;
}

const from: Place = { x: 0.52, y: 1.06 };
const to: Place = { x: 1.94, y: -0.08 };
const flightEnds = 0.62;

/** Where players jump, as a share of the flight, and where they land, seen from the middle. */
const drops = [
  { share: 0.3, angle: 2.55, distance: 0.2 },
  { share: 0.38, angle: 1.75, distance: 0.165 },
  { share: 0.46, angle: -2.75, distance: 0.245 },
  { share: 0.54, angle: 0.75, distance: 0.19 },
  { share: 0.62, angle: -0.35, distance: 0.235 },
  { share: 0.7, angle: -1.15, distance: 0.18 },
].map((drop) => ({ ...drop, at: 0.02 + drop.share * (flightEnds - 0.02) }));

function onFlight(share: number): Place {
  return { x: mix(from.x, to.x, share), y: mix(from.y, to.y, share) };
}

function landing({ angle, distance }: { angle: number; distance: number }, closer = 1): Place {
  return {
    x: middle.x + Math.cos(angle) * distance * closer,
    y: middle.y + Math.sin(angle) * distance * closer,
  };
}

const number = (value: number) => value.toFixed(2);

function dropLine(drop: (typeof drops)[number], time: number): string {
  const since = time - drop.at;
  if (since <= 0) return '';
  const fall = smoothstep(0, 0.13, since);
  const fades = 1 - smoothstep(0.16, 0.3, since);
  const start = onFlight(drop.share);
  const end = landing(drop);
  const bend = { x: mix(start.x, end.x, 0.72), y: mix(start.y, end.y, 0.22) };
  const points = Array.from({ length: 13 }, (_, step) => {
    const t = (step / 12) * fall;
    const u = 1 - t;
    const x = u * u * start.x + 2 * u * t * bend.x + t * t * end.x;
    const y = u * u * start.y + 2 * u * t * bend.y + t * t * end.y;
    return `${number(x * 720)} ${number(y * 720)}`;
  });
  const head = (points.at(-1) as string).split(' ');
  const ripple = smoothstep(0.12, 0.3, since);
  const shows = 1 - smoothstep(0.9, 0.98, time);
  return `
    <path d="M${points.join('L')}" fill="none" stroke="${palette.text}" stroke-opacity="${number(0.5 * fades)}" stroke-width="1.4"/>
    <circle cx="${number(end.x * 720)}" cy="${number(end.y * 720)}" r="${number(3 + 20 * ripple)}" fill="none"
      stroke="${palette.text}" stroke-opacity="${number(ripple > 0 ? 0.55 * (1 - ripple) : 0)}" stroke-width="1.5"/>
    ${fall < 1 ? `<circle cx="${head[0]}" cy="${head[1]}" r="2.4" fill="${palette.text}"/>` : player(drop, time, shows)}`;
}

/** Runs inwards as the rings close. */
function player(drop: (typeof drops)[number], time: number, shows: number): string {
  const closer = 1 - 0.3 * Math.max(0, closing(time) - closing(drop.at + 0.13));
  const { x, y } = landing(drop, closer);
  const heading = (drop.angle * 180) / Math.PI - 90;
  return `<path transform="translate(${number(x * 720)} ${number(y * 720)}) rotate(${number(heading)})"
    d="M0-7.5 5.4 6.5 0 3.6-5.4 6.5Z" fill="${palette.text}" fill-opacity="${number(shows)}"/>`;
}

function flight(time: number): string {
  const share = flightShare(time);
  if (share <= 0 || share >= 1) return '';
  const here = onFlight(share);
  const shows = number(smoothstep(0, 0.05, share) * (1 - smoothstep(0.94, 1, share)));
  const heading = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 90;
  return `
    <path d="M${number(from.x * 720)} ${number(from.y * 720)}L${number(here.x * 720)} ${number(here.y * 720)}" stroke="${palette.text}"
      stroke-opacity="${number(0.3 * (1 - smoothstep(0.75, 1, share)))}" stroke-width="1.3" stroke-dasharray="2 9"/>
    <path transform="translate(${number(here.x * 720)} ${number(here.y * 720)}) rotate(${number(heading)}) scale(.8)" fill="${palette.text}" fill-opacity="${shows}"
      d="M0-13 2.2-4 13 3v3L2.2 2.6 1.6 8.5 5 11v2L0 11.6-5 13v-2l3.4-2.5L-2.2 2.6-13 6V3L-2.2-4Z"/>`;
}

/** Evenly, unlike everything else here. */
function flightShare(time: number): number {
  return (time - 0.02) / (flightEnds - 0.02);
}

const embers = (() => {
  const random = randomFrom(7);
  return Array.from({ length: 46 }, () => ({
    angle: random() * 2 * Math.PI,
    distance: 0.1 + 0.36 * random() ** 0.8,
    phase: random(),
    rises: 0.03 + 0.05 * random(),
    turns: 0.12 + 0.3 * random(),
    size: 0.7 + 1.3 * random(),
  }));
})();

function emberDots(time: number): string {
  return embers
    .map(({ angle, distance, phase, rises, turns, size }) => {
      const age = (time + phase) % 1;
      const turned = angle + turns * (age - 0.5);
      const x = middle.x + Math.cos(turned) * (distance + 0.03 * age);
      const y = middle.y + Math.sin(turned) * (distance + 0.03 * age) - rises * age;
      const shows = Math.sin(Math.PI * age) ** 1.5;
      return `<circle cx="${number(x * 720)}" cy="${number(y * 720)}" r="${number(size)}" fill="${palette.gold}" fill-opacity="${number(0.75 * shows)}"/>`;
    })
    .join('');
}

/** The overlay of one frame, transparent where the landscape shows. */
export function overlayAt(time: number, { width, height }: Size): string {
  const size = 74;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${(720 * width) / height} 720">
    ${flight(time)}${drops.map((drop) => dropLine(drop, time)).join('')}${emberDots(time)}
    <g transform="translate(${middle.x * 720 - size / 2} ${middle.y * 720 - size / 2}) scale(${size / 20})">${coinShape()}</g>
  </svg>`;
}
