// SPDX-License-Identifier: Apache-2.0

import { type Mode, modes } from '../pubg.ts';

const always = [
  'Only official and ranked matches count, and only the first one that starts after entry.',
  'Custom, arcade, event, AI and training matches never count.',
  'If PUBG bans your account meanwhile, the challenge ends without a reward.',
] as const;

/** The terms of a challenge, in words for players. */
export function describeTerms({ mode, countsBots }: { mode: Mode; countsBots: boolean }): string[] {
  return [
    ...always,
    mode === 'solo'
      ? 'Play Solo, in third or first person.'
      : `Play ${modes[mode].label}, in third or first person: your team’s place counts, and your own kills.`,
    countsBots ? 'Kills of bots count.' : 'Kills of bots don’t count.',
  ];
}
