// SPDX-License-Identifier: Apache-2.0

import { firstQuestion } from '../../../contract/games/first-question.ts';
import type { GameId } from '../../../contract/games/game.ts';

/** Visitors' questions before they sign up, about these games. Every answer follows docs/rules. */
export function questionsOf(ids: readonly GameId[]): readonly { question: string; answer: string }[] {
  return [firstQuestion(ids), ...others];
}

const others = [
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
