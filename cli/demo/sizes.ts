// SPDX-License-Identifier: Apache-2.0

/** The number of players, and of rounds that they play. */
export const demoSizes = {
  small: { players: 24, rounds: 3 },
  medium: { players: 200, rounds: 3 },
  large: { players: 2_000, rounds: 3 },
} as const;
export type DemoSize = keyof typeof demoSizes;

/** Reserved for tests: no real person has an address there. */
export const demoDomain = 'demo.finalring.test';
export const demoAddress = (number: number): string => `player${number}@${demoDomain}`;

const first = [
  'Ada',
  'Bo',
  'Chiara',
  'Dev',
  'Elif',
  'Finn',
  'Gala',
  'Hugo',
  'Ines',
  'Jun',
  'Kofi',
  'Lena',
  'Mika',
  'Noor',
  'Otis',
  'Priya',
];
const last = [
  'Arden',
  'Brook',
  'Castle',
  'Dune',
  'Ember',
  'Frost',
  'Gale',
  'Harbor',
  'Iron',
  'Jade',
  'Knoll',
  'Lark',
  'Moss',
];

export function demoName(number: number): string {
  return `${first[number % first.length]} ${last[Math.floor(number / first.length) % last.length]}`;
}

/** Pseudo-random whole numbers, the same in every run. */
export function demoDice(seed: number): (below: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
