import { describe, expect, it } from 'vitest';
import { challengesApi } from '../../../contract/challenges.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { errors } from '../../../contract/errors.ts';
import { refusalText } from './refusal-text.ts';

describe('refusalText', () => {
  it.each([
    ...new Set<ErrorCode>([
      ...challengesApi.start.refusals,
      ...challengesApi.practise.refusals,
      ...challengesApi.checkAccount.refusals,
      'too_many_requests',
      'unavailable',
    ]),
  ])('names one thing to do after %s', (code) => {
    const text = refusalText(code);
    expect(text?.title).toBeTruthy();
    expect(text?.next.kind).toBeTruthy();
    // What passes by itself, and nothing else, is tried again.
    expect(text?.next.kind === 'try-again').toBe([429, 503].includes(errors[code].status));
  });

  it('offers the Epic ID that is bound, where it is known', () => {
    expect(refusalText('epic_account_differs', { bound: 'Stormrider' })?.next).toEqual({
      kind: 'use-epic-id',
      epicId: 'Stormrider',
    });
    expect(refusalText('epic_account_differs')?.next.kind).toBe('support');
  });

  it('leaves what nobody foresaw to the general words', () => {
    expect(refusalText('internal')).toBeUndefined();
    expect(refusalText(undefined)).toBeUndefined();
  });
});
