// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useEffect, useId, useRef } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useBackSteps } from '../../ui/use-back-steps.ts';
import { challengeName } from './challenge-type.ts';
import type { EntryStep } from './entry-steps.ts';
import { PracticeTermsStep } from './practice-terms-step.tsx';
import { StartedStep } from './started-step.tsx';
import { TermsStep } from './terms-step.tsx';
import { useLatestAttempt } from './use-attempts.ts';
import { type Entry, useEntry } from './use-entry.ts';
import { VariantStep } from './variant-step.tsx';

const titles: Record<EntryStep, string> = {
  variant: 'Choose your challenge',
  terms: 'Terms & Conditions',
  started: 'Challenge Status',
};
const practiceTitles: Record<EntryStep, string> = {
  variant: 'Practise once',
  terms: 'How practice works',
  started: 'Practice started',
};
/** How many steps Back undoes from each: a start cannot be undone. */
const openSteps: Record<EntryStep, number> = { variant: 1, terms: 2, started: 1 };

/** The three steps into a challenge in one dialog: variant, terms with the game account, started. */
export function EntryFlow({
  challenge,
  challengeType,
  isPractice = false,
  onClose,
}: {
  challenge: Challenge;
  /** The variant that is chosen at first, if the challenge has it. */
  challengeType?: string | undefined;
  isPractice?: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const entry = useEntry(challenge, isPractice, challengeType);
  const { step } = entry.state;
  const form = useRef<HTMLFormElement>(null);
  useNewsInView(form, entry);

  useBackSteps(openSteps[step], () => {
    if (entry.isStarting) return false;
    if (step === 'terms') entry.goBack();
    else onClose();
    return true;
  });
  // Once the result has arrived, its own dialog says more than this one.
  const latest = useLatestAttempt().data;
  const attempt = latest && latest._id === entry.attemptId ? latest : undefined;
  const hasResult = step === 'started' && attempt !== undefined && attempt.completedAt !== null;
  useEffect(() => {
    if (hasResult) onClose();
  }, [hasResult, onClose]);

  return (
    <Dialog
      open={!hasResult}
      onClose={onClose}
      mayClose={!entry.isStarting}
      title={(isPractice ? practiceTitles : titles)[step]}
      {...(step !== 'started' && {
        description: isPractice ? 'No fee, no coins, no XP' : challengeName(entry.challenge),
      })}
      footer={<Buttons entry={entry} formId={formId} onClose={onClose} />}
    >
      <form id={formId} ref={form} onSubmit={entry.submit} noValidate>
        {step === 'variant' && <VariantStep entry={entry} />}
        {step === 'terms' && isPractice && <PracticeTermsStep entry={entry} onClose={onClose} />}
        {step === 'terms' && !isPractice && <TermsStep entry={entry} onClose={onClose} />}
        {step === 'started' && <StartedStep attempt={attempt} isPractice={isPractice} />}
      </form>
    </Dialog>
  );
}

/** The terms fill a phone's screen: anything new below them must not stay out of sight. */
function useNewsInView(form: RefObject<HTMLFormElement | null>, { state, refusal, isPractice }: Entry): void {
  const { hasAccepted, errors } = state;
  useEffect(() => {
    if (hasAccepted && !isPractice) form.current?.scrollIntoView({ block: 'end' });
  }, [form, hasAccepted, isPractice]);
  useEffect(() => {
    const hasNews = refusal || Object.keys(errors).length > 0;
    if (!hasNews) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: true });
    [...(form.current?.querySelectorAll('[role=alert]') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' });
  }, [form, errors, refusal]);
}

function Buttons({ entry, formId, onClose }: { entry: Entry; formId: string; onClose: () => void }) {
  switch (entry.state.step) {
    case 'variant':
      return (
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" form={formId} disabled={entry.missing > 0}>
            {entry.isPractice ? 'Continue' : `Enter Challenge (${formatAmount(entry.fee)})`}
          </Button>
        </>
      );
    case 'terms':
      return (
        <>
          <Button onClick={entry.goBack} disabled={entry.isStarting}>
            Back
          </Button>
          <Button kind="main" type="submit" form={formId} busy={entry.isStarting && 'Starting...'}>
            {entry.isPractice ? 'Start practice' : 'Enter Challenge'}
          </Button>
        </>
      );
    case 'started':
      return (
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink kind="main" to="/past-challenges" replace>
            Check Past Challenges
          </ButtonLink>
        </>
      );
  }
}
