// SPDX-License-Identifier: Apache-2.0

/** The marks of the brand as SVG, in the shapes of web/ui/ring.tsx and web/ui/coins.tsx. */
import { palette } from './palette.ts';

/** The logo on 32 x 32: two arcs with a gap around one player. */
export function logoShape(): string {
  return `<g fill="none" stroke-width="3">
    <path d="M16 2.5a13.5 13.5 0 1 1-9.55 3.95" stroke="${palette.storm}"/>
    <path d="M16 8.5a7.5 7.5 0 1 1-5.3 2.2" stroke="${palette.gold}"/>
  </g><path d="m16 13.5 2.5 2.5-2.5 2.5-2.5-2.5z" fill="${palette.text}"/>`;
}

/** The coin on 20 x 20. */
export function coinShape(): string {
  return `<path d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" fill="${palette.gold}"/>
    <path d="M6.9 3.2h6.2l3.7 3.7v6.2l-3.7 3.7H6.9l-3.7-3.7V6.9z" fill="${palette.goldInk}"/>
    <path d="M12.9 7.3A4 4 0 1 0 13 12.6V10h-2.6" fill="none" stroke="${palette.gold}" stroke-width="1.7"/>`;
}
