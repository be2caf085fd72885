// SPDX-License-Identifier: Apache-2.0

import type { GameId } from './game.ts';

/** Where to find the name of an account. Apart from the game's other words: public pages don't load it. */
interface Finding {
  /** What to type into the field. */
  hint: string;
  /** What a drawing shows, as the steps number it: a site or a screen, a menu of it, and the name's label. */
  place: string;
  menu: string;
  field: string;
  steps: readonly [string, string, string];
}

export const finding: Readonly<Record<GameId, Finding>> = {
  fortnite: {
    hint: 'Your Epic Games display name, or your 32-digit account ID.',
    place: 'epicgames.com',
    menu: 'Account settings',
    field: 'Display name',
    steps: [
      'Open your account at epicgames.com.',
      'Choose "Account settings".',
      'Your Epic ID is the display name there. Type it exactly.',
    ],
  },
  pubg: {
    hint: 'Your name in the game. Capital letters count.',
    place: 'PUBG lobby',
    menu: 'Career',
    field: 'Your name',
    steps: [
      'Start PUBG and open the lobby.',
      'Choose "Career".',
      'Your name is at the top. Type it exactly: capital letters count.',
    ],
  },
};
