// SPDX-License-Identifier: Apache-2.0

/** The colours of web/app/app.css, for everything that is drawn by code. */
export const palette = {
  ink: '#090b13',
  ink1: '#0e1220',
  ink2: '#151b2c',
  line: '#29324d',
  text: '#edeff7',
  muted: '#9aa3b8',
  gold: '#ffc53d',
  goldInk: '#1a1200',
  storm: '#7c5cff',
  stormSoft: '#b7a6ff',
  stormDeep: '#2a1d66',
  win: '#3ddc97',
  loss: '#ff7676',
} as const;

/** Red, green, blue, each from 0 to 1 and linear, as light adds up. */
export type Light = readonly [red: number, green: number, blue: number];

export function toLinear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function light(hex: string): Light {
  const part = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}
