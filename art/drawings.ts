// SPDX-License-Identifier: Apache-2.0

/** Small things drawn on top of landscapes, all in SVG on a canvas of height 720. */
import { coinShape } from './marks.ts';
import { palette } from './palette.ts';

export interface At {
  x: number;
  y: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** An arc around a place; `share` of the whole turn, from the top on. */
export function arc(at: At, radius: number, share: number, look: string): string {
  if (share >= 1) return `<circle cx="${at.x}" cy="${at.y}" r="${radius}" fill="none" ${look}/>`;
  const angle = 2 * Math.PI * share - Math.PI / 2;
  const end = `${round(at.x + radius * Math.cos(angle))} ${round(at.y + radius * Math.sin(angle))}`;
  const large = share > 0.5 ? 1 : 0;
  return `<path d="M${at.x} ${at.y - radius}A${radius} ${radius} 0 ${large} 1 ${end}" fill="none" ${look}/>`;
}

export function coin({ x, y }: At, size: number, opacity = 1): string {
  return `<g opacity="${opacity}" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})">${coinShape()}</g>`;
}

/** A player, heading up, turned by so many degrees. */
export function player({ x, y }: At, degrees: number, size = 1, colour: string = palette.text): string {
  return `<path transform="translate(${x} ${y}) rotate(${degrees}) scale(${size})" d="M0-12 8.6 10 0 5.6-8.6 10Z" fill="${colour}"/>`;
}

/** A smooth line through places. */
export function route(places: readonly At[], look: string): string {
  const parts = places.slice(1).map((place, index) => {
    const before = places[index] as At;
    const earlier = places[index - 1] ?? before;
    const later = places[index + 2] ?? place;
    const out = { x: before.x + (place.x - earlier.x) / 5, y: before.y + (place.y - earlier.y) / 5 };
    const into = { x: place.x - (later.x - before.x) / 5, y: place.y - (later.y - before.y) / 5 };
    return `C${[out.x, out.y, into.x, into.y, place.x, place.y].map(round).join(' ')}`;
  });
  const start = places[0] as At;
  return `<path d="M${start.x} ${start.y}${parts.join('')}" fill="none" ${look}/>`;
}

/** A plate with the product's cut corners. */
export function plate({ x, y }: At, width: number, height: number, cut: number, look: string): string {
  return `<path d="M${x} ${y}h${width - cut}l${cut} ${cut}v${height - cut}h${cut - width}l${-cut} ${-cut}z" ${look}/>`;
}

export const glow = (id: string, colour: string, opacity: number) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
