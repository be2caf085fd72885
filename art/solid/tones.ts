// SPDX-License-Identifier: Apache-2.0

import { palette } from '../palette.ts';

/** From what the light falls on to what is cut into it. */
export interface Tones {
  lit: string;
  face: string;
  side: string;
  deep: string;
}

export const violet: Tones = { lit: '#d9ceff', face: palette.storm, side: '#4b35b0', deep: '#1a1240' };
export const golden: Tones = { lit: '#ffe3a0', face: palette.gold, side: '#c98a16', deep: '#3a2600' };
