// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { challengesApi } from '../../../contract/challenges.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { errors } from '../../../contract/errors.ts';
import { games } from '../../../contract/games/games.ts';
import { type NextStep, refusalText } from './refusal-text.ts';

/** The text or button that the player gets. */
function sayNext(next: NextStep | undefined): string | undefined {
  switch (next?.kind) {
    case 'link':
      expect(next.to).toMatch(
        /^\/(past-challenges|trade-coins\?for=challenge|profile\?tab=settings#limits|home#challenges)$/,
      );
      return next.label;
    case 'show':
      expect(['account', 'public-stats']).toContain(next.picture);
      return next.label;
    case 'support':
      return next.otherwise;
    case 'try-again':
      return 'Try again';
    case 'use-account':
      return next.epicId;
    default:
      return next?.label;
  }
}

/** Reasons why a player may not play at all: any entry may be refused for them. */
const playRefusals = [
  'play_rules_missing',
  'play_statement_missing',
  'play_too_young',
  'play_region_closed',
  'play_paused',
  'spending_limit_reached',
  'terms_not_accepted',
] as const;

describe('refusalText', () => {
  it.each([
    ...new Set<ErrorCode>([
      ...challengesApi.start.refusals,
      ...challengesApi.practise.refusals,
      ...challengesApi.checkAccount.refusals,
      ...playRefusals,
      'too_many_requests',
      'unavailable',
    ]),
  ])('names one thing to do after %s', (code) => {
    const game = /^(?:pubg|game_account)_/.test(code) ? games.pubg : games.fortnite;
    const text = refusalText(code, {}, game);
    expect(text?.title).toMatch(/^[A-Z].{8,}$/);
    expect(sayNext(text?.next)).toMatch(/^[A-Z].{8,}$/);
    // Only refusals that pass by themselves offer to try again.
    expect(text?.next.kind === 'try-again').toBe(
      [429, 503].includes(errors[code].status) || code === 'play_rules_missing',
    );
  });

  it('offers the bound Epic ID when it is known', () => {
    expect(refusalText('epic_account_differs', { bound: 'Stormrider' })).toEqual({
      title: 'A different Epic account',
      next: { kind: 'use-account', epicId: 'Stormrider' },
    });
    expect(refusalText('epic_account_differs')?.next.kind).toBe('support');
    expect(refusalText('epic_account_differs', { bound: 7 })?.next.kind).toBe('support');
    expect(refusalText('epic_account_taken', { bound: 'Stormrider' })?.next.kind).toBe('support');
  });

  it('shows the matching picture, and leads back to the variants or out of the dialog', () => {
    const next = (code: ErrorCode) => refusalText(code)?.next;
    expect(next('epic_id_unknown')).toMatchObject({ kind: 'show', picture: 'account' });
    expect(next('stats_private')).toMatchObject({ kind: 'show', picture: 'public-stats' });
    expect(next('insufficient_coins')).toMatchObject({ kind: 'link', to: '/trade-coins?for=challenge' });
    expect(next('attempt_active')).toMatchObject({ kind: 'link', to: '/past-challenges' });
    expect(next('practice_not_offered')).toMatchObject({ kind: 'link', to: '/home#challenges' });
    expect(next('play_paused')).toMatchObject({ kind: 'link', to: '/profile?tab=settings#limits' });
    const kinds = (codes: ErrorCode[]) => codes.map((code) => next(code)?.kind);
    expect(kinds(['variant_not_found', 'entry_fee_changed', 'challenge_inactive'])).toEqual([
      'choose-again',
      'choose-again',
      'leave',
    ]);
  });

  it('leaves unexpected refusals to the general message', () => {
    expect(refusalText('internal')).toBeUndefined();
    expect(refusalText(undefined)).toBeUndefined();
  });
});
