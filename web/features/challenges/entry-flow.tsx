import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useBackSteps } from '../../ui/use-back-steps.ts';
import { challengesQuery, startFailure, useStartChallenge } from './api.ts';
import { challengeName } from './challenge-type.ts';
import type { EntryErrors } from './entry-errors.ts';
import { createIntention } from './entry-intention.ts';
import { StartedStep } from './started-step.tsx';
import { TermsStep } from './terms-step.tsx';
import { useLatestAttempt } from './use-attempts.ts';
import { VariantStep } from './variant-step.tsx';

type Step = 'variant' | 'terms' | 'started';
const titles: Record<Step, string> = {
  variant: 'Choose your challenge',
  terms: 'Terms & Conditions',
  started: 'Challenge Status',
};
/** How far Back has to go from each: what is started cannot be undone. */
const openSteps: Record<Step, number> = { variant: 1, terms: 2, started: 1 };

/** The three steps into a challenge in one dialog: variant, terms with the Epic ID, started. */
export function EntryFlow({ challenge: chosen, onClose }: { challenge: Challenge; onClose: () => void }) {
  const formId = useId();
  const profile = useQuery(profileQuery).data;
  // As it is on offer now: a fee may change while the dialog is open.
  const challenge = useQuery(challengesQuery).data?.find(({ _id }) => _id === chosen._id) ?? chosen;
  const latest = useLatestAttempt().data;
  const start = useStartChallenge();
  const [intention] = useState(() => createIntention());
  const [step, setStep] = useState<Step>('variant');
  const [challengeType, setChallengeType] = useState(challenge.challengeVariants[0]?.challengeType);
  const [hasAccepted, setAccepted] = useState(false);
  const [typedEpicId, setTypedEpicId] = useState<string>();
  const [errors, setErrors] = useState<EntryErrors>({});
  const form = useRef<HTMLFormElement>(null);

  // The terms fill a phone: what is new below them must not stay out of sight.
  useEffect(() => {
    if (hasAccepted) form.current?.scrollIntoView({ block: 'end' });
  }, [hasAccepted]);
  useEffect(() => {
    const hasNews = start.error || Object.keys(errors).length > 0;
    if (!hasNews) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus({ preventScroll: true });
    [...(form.current?.querySelectorAll('[role=alert]') ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' });
  }, [errors, start.error]);

  const variant = challenge.challengeVariants.find((one) => one.challengeType === challengeType);
  const fee = variant?.entryFeeGC ?? 0;
  const epicId = typedEpicId ?? latest?.epicId ?? '';
  const missing = variant && profile ? Math.max(0, fee - profile.gamerCoins) : 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = faults();
    setErrors(found ?? {});
    if (found || start.isPending) return;
    if (step === 'variant') setStep('terms');
    else enter();
  }

  function faults(): EntryErrors | null {
    if (!variant) return { variant: 'Please select a challenge variant' };
    if (step === 'variant') return null;
    if (!hasAccepted) return { terms: 'Please accept the terms and conditions' };
    return epicId.trim() ? null : { epicId: 'Please enter your Epic ID' };
  }

  function enter(): void {
    if (!variant) return;
    const input = {
      challengeId: challenge._id,
      challengeType: variant.challengeType,
      entryFeeGC: variant.entryFeeGC,
      epicId: epicId.trim(),
    };
    start.mutate(
      { ...input, idempotencyKey: intention.keyFor(input) },
      {
        onSuccess: () => {
          intention.succeeded();
          notify.done('Challenge started successfully!');
          setStep('started');
        },
        onError: (error) => {
          intention.failed(error);
          notify.requestFailed(startFailure(error), error);
        },
      },
    );
  }

  function goBack(): void {
    setErrors({});
    start.reset();
    setStep('variant');
  }

  useBackSteps(openSteps[step], () => {
    if (start.isPending) return false;
    if (step === 'terms') goBack();
    else onClose();
    return true;
  });
  // Once the result is there its own dialog says more than this one.
  const hasResult = step === 'started' && latest?._id === start.data && latest?.completedAt !== null;
  useEffect(() => {
    if (hasResult) onClose();
  }, [hasResult, onClose]);
  const footers: Record<Step, ReactNode> = {
    variant: (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" type="submit" form={formId} disabled={missing > 0}>
          Enter Challenge ({formatAmount(fee)})
        </Button>
      </>
    ),
    terms: (
      <>
        <Button onClick={goBack} disabled={start.isPending}>
          Back
        </Button>
        <Button kind="main" type="submit" form={formId} busy={start.isPending && 'Starting...'}>
          Enter Challenge
        </Button>
      </>
    ),
    started: (
      <>
        <Button onClick={onClose}>Close</Button>
        <ButtonLink kind="main" to="/past-challenges" replace>
          Check Past Challenges
        </ButtonLink>
      </>
    ),
  };

  return (
    <Dialog
      open={!hasResult}
      onClose={onClose}
      mayClose={!start.isPending}
      title={titles[step]}
      {...(step !== 'started' && { description: challengeName(challenge) })}
      footer={footers[step]}
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate>
        {step === 'variant' && (
          <VariantStep
            variants={challenge.challengeVariants}
            selected={challengeType}
            onSelect={setChallengeType}
            balance={profile?.gamerCoins}
            missing={missing}
            fee={fee}
            error={errors.variant}
          />
        )}
        {step === 'terms' && (
          <TermsStep
            fee={fee}
            hasAccepted={hasAccepted}
            onAccept={(accepted) => {
              setAccepted(accepted);
              setErrors({});
            }}
            epicId={epicId}
            onEpicId={(next) => {
              setTypedEpicId(next);
              setErrors({});
            }}
            errors={errors}
            refusal={start.error}
            isBusy={start.isPending}
          />
        )}
        {step === 'started' && (
          <StartedStep attempt={latest && latest._id === start.data ? latest : undefined} />
        )}
      </form>
    </Dialog>
  );
}
