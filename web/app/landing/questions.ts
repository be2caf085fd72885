// SPDX-License-Identifier: Apache-2.0

import { theGame } from '../../../contract/games/games.ts';

/** Visitors' questions before they sign up. Every answer follows docs/rules. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Which game is it?',
    answer: `${theGame.match.many} of ${theGame.name}, on any device. You need an ${theGame.account.name} whose statistics are public; we tell you before you pay if they are not.`,
  },
  {
    question: 'How do you know how my match went?',
    answer:
      'We read your public game statistics before you enter and after your match, and compare them. The readings stay with the result, and your own browser can decide it again from them. Nobody uploads screenshots, and nobody judges by hand.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Signing up is free. A challenge takes its entry fee in Gamer Coins, which you win, get from events, or buy by card. You see the fee and the prize before you confirm.',
  },
  {
    question: 'What if my match cannot be decided?',
    answer:
      'If the statistics are out of order, the whole entry fee comes back. If you play no match in time, or several at once so that nobody can tell them apart, all of it comes back but a tenth.',
  },
  {
    question: 'What can I do with the coins?',
    answer:
      'Spend them on gift cards in the shop. A card in stock is delivered at once, with its code in your profile; the others within the time that stands on them.',
  },
  {
    question: 'Is it chance?',
    answer:
      'No. The conditions are fixed before you enter, and your own match decides. Giveaways are free, apart from challenges, and their draws can be worked out again by anybody.',
  },
];
