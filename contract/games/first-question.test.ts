// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { firstQuestion, headChanges } from './first-question.ts';
import { greetingOf } from './greeting.ts';

it('names every game that can be played', () => {
  const { promise, howItGoes } = greetingOf(['fortnite', 'pubg']);
  expect(promise).toBe('Win at Fortnite or PUBG. Earn coins for gift cards.');
  expect(howItGoes).toContain('play one match,');
  expect(firstQuestion(['fortnite', 'pubg'])).toMatchObject({
    question: 'Which games are there?',
    answer: expect.stringMatching(/^Solo matches of Fortnite, and classic matches of PUBG[.] /),
  });
});

it('changes nothing when only the first game is configured', () => {
  for (const [built, said] of headChanges(['fortnite'])) expect(said).toBe(built);
});

it('has only sentences that markup and structured data show as they are', () => {
  for (const sentence of headChanges(['fortnite', 'pubg']).flat()) expect(sentence).not.toMatch(/[<>&"'\\]/);
});
