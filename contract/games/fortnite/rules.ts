// SPDX-License-Identifier: Apache-2.0

import type { GameRules } from '../game-rules.ts';

export const rules: GameRules = {
  // A display name has at most 16 characters.
  accountId: /^[0-9a-f]{32}$/i,
  finding: {
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
  describeTerms: () => ['Only Solo matches count, and only the first one after entry.'],
};
