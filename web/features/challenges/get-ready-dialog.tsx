// SPDX-License-Identifier: Apache-2.0

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { challengesApi } from '../../../contract/challenges.ts';
import { theGame } from '../../../contract/games/games.ts';
import { gameRules } from '../../../contract/games/rules.ts';
import { ApiError, call, getMessage } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Notice } from '../../ui/panels.tsx';
import { Reference } from '../../ui/reference.tsx';
import { useBackSteps } from '../../ui/use-back-steps.ts';
import { useGettingReady } from './getting-ready.ts';
import { Next } from './refusal.tsx';
import { refusalText } from './refusal-text.ts';
import { GameAccountSketch, PublicStatsSketch } from './settings-sketches.tsx';

type Step = 'account' | 'public' | 'ready';

const titles: Record<Step, string> = {
  account: `Your ${theGame.account.label}`,
  public: 'Make your stats public',
  ready: 'You’re ready',
};

function useAccountCheck(onStep: (step: Step) => void, note: (epicId: string) => void) {
  return useAction(async (epicId: string) => {
    try {
      const found = await call(challengesApi.checkAccount, { body: { epicId } }, { quiet: true });
      note(found.epicId);
      onStep('ready');
      return found;
    } catch (error) {
      // It has a step of its own, which says how to fix it.
      if (error instanceof ApiError && error.code === 'stats_private') onStep('public');
      throw error;
    }
  });
}

/** Checks whether a game account can enter challenges, and shows how to fix what prevents it. */
export function GetReadyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const ready = useGettingReady();
  const [step, setStep] = useState<Step>('account');
  const [epicId, setAccount] = useState(ready.epicId ?? '');
  const [fault, setFault] = useState<string>();
  const check = useAccountCheck(setStep, (found) => ready.note({ epicId: found }));
  const goBack = () => {
    check.reset();
    setStep('account');
  };

  useBackSteps(step === 'public' ? 2 : 1, () => {
    if (check.isPending) return false;
    if (step === 'public') goBack();
    else onClose();
    return true;
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (step === 'ready') {
      onClose();
      return;
    }
    setFault(epicId.trim() ? undefined : theGame.account.missing);
    if (epicId.trim()) void check.run(epicId.trim());
  }
  function type(next: string): void {
    setAccount(next);
    setFault(undefined);
    check.reset();
  }
  const busy = check.isPending && 'Checking...';
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={!check.isPending}
      title={titles[step]}
      footer={
        step === 'ready' ? (
          <Button kind="main" type="submit" form={formId}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={step === 'public' ? goBack : onClose} disabled={check.isPending}>
              {step === 'public' ? 'Back' : 'Cancel'}
            </Button>
            <Button kind="main" type="submit" form={formId} busy={busy}>
              {step === 'public' ? 'Check again' : 'Check'}
            </Button>
          </>
        )
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
        {step === 'account' && (
          <>
            <p className="text-soft">
              We check that the account exists and its stats are public. You can change it until you start a
              challenge or practice.
            </p>
            <TextField
              label={theGame.account.label}
              hint={gameRules[theGame.id].finding.hint}
              value={epicId}
              onChange={(event) => type(event.currentTarget.value)}
              error={fault}
              readOnly={check.isPending}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </>
        )}
        {step === 'public' && (
          <p className="text-soft">
            The stats of <strong className="text-text">{epicId.trim()}</strong> aren’t public. We need them
            public until your result is in.
          </p>
        )}
        {check.error && !check.isPending && (
          <CheckRefusal error={check.error} step={step} onUseAccount={type} />
        )}
        {step === 'account' && <GameAccountSketch game={theGame.id} />}
        {step === 'public' && <PublicStatsSketch />}
        {step === 'ready' && check.data && <Found {...check.data} />}
      </form>
    </Dialog>
  );
}

function CheckRefusal({
  error,
  step,
  onUseAccount,
}: {
  error: Error;
  step: Step;
  onUseAccount: (epicId: string) => void;
}) {
  const { code, data } = error instanceof ApiError ? error : { code: undefined };
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const text = refusalText(code, data);
  // The step already shows the same.
  if (code === 'stats_private' && step === 'public') return null;
  return (
    <div ref={notice}>
      <Notice title={text?.title ?? 'Not checked'}>
        <p>{getMessage(error, `We couldn’t check your ${theGame.account.label}.`)}</p>
        <Reference error={error} onlyFaults className="justify-start" />
        {text && text.next.kind !== 'show' && (
          <Next step={text.next} game={theGame} ways={{ onUseAccount }} />
        )}
      </Notice>
    </div>
  );
}

function Found({ epicId, matches }: { epicId: string; matches: number }) {
  const begin = useRef<HTMLUListElement>(null);
  useEffect(() => begin.current?.focus({ preventScroll: true }), []);
  const facts = [
    `The ${theGame.account.label} ${epicId} exists.`,
    'Its stats are public. Keep them public until your result is in.',
    matches === 0
      ? `It has no ${theGame.match.one} yet. That’s fine.`
      : `You’ve played ${plural(matches, theGame.match.one, theGame.match.many)}. We’ll count the next one.`,
  ];
  return (
    <ul ref={begin} tabIndex={-1} className="grid gap-3 outline-none">
      {facts.map((fact) => (
        <li key={fact} className="flex gap-3">
          <Check size={20} strokeWidth={2.6} className="mt-0.5 shrink-0 text-win" aria-hidden="true" />
          <span className="min-w-0 break-words">{fact}</span>
        </li>
      ))}
    </ul>
  );
}
