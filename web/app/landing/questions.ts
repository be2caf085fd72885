// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../contract/games/game.ts';
import { games, theGame } from '../../../contract/games/games.ts';

/** Visitors' questions before they sign up. Every answer follows docs/rules. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Which game is it?',
    answer: `${theGame.match.many} of ${theGame.name}, on any device. You need an ${theGame.account.name} with public stats. If they aren’t public, we tell you before you pay.`,
  },
  {
    question: 'How do you know how my match went?',
    answer:
      'We read your public stats before you enter and after your match, and compare them. Your browser can re-check any result from those stats. You upload no screenshots. A person looks at a result only if you dispute it.',
  },
  {
    question: 'What does it cost?',
    answer:
      'Signing up is free. A challenge has an entry fee in Gamer Coins, which you win, get from events, or buy by card. You see the fee and the prize before you confirm.',
  },
  {
    question: 'What if you can’t decide my match?',
    answer:
      'If the stats service is down, you get the whole entry fee back. If you play no match in time, or several that we can’t tell apart, you get 90% of it back.',
  },
  {
    question: 'What can I do with the coins?',
    answer:
      'Spend them on gift cards in the shop. If a card is in stock, you get its code instantly. Others arrive within the time shown on the card.',
  },
  {
    question: 'Is it chance?',
    answer:
      'No. You know the conditions before you enter, and your own match decides. Giveaways are separate from challenges and free, and anyone can re-check their draws.',
  },
];

/** The same where several games can be played. */
export const questionsOf = (ids: readonly GameId[]): typeof questions => [
  {
    question: 'Which games are there?',
    answer: `${ids.map((id) => `${games[id].match.many} of ${games[id].name}`).join(', and ')}. You need your own account of the game, with public stats if it can hide them. If we can’t read them, we tell you before you pay.`,
  },
  ...questions.slice(1),
];
