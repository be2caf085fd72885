// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { theGame } from '../../../contract/games/games.ts';
import { GetReadyDialog } from '../../features/challenges/entry-dialogs.ts';
import type { GettingReady } from '../../features/challenges/getting-ready.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Circle } from '../../ui/icons/circle.ts';
import { lazyDialog, useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { SectionLink } from '../shell/section-link.tsx';

const NameDialog = lazyDialog(
  async () => (await import('../../features/profile/face-dialog.tsx')).FaceDialog,
);

interface Step {
  title: string;
  text: string;
  isDone: boolean;
  /** The step's button: large if the step is next, small before that. */
  press?: { label: string; onPress: () => void };
}

/** What a new player can do before the first challenge; optional. */
export function GetReady({
  ready,
  profile,
  practisedAs,
  onPractise,
}: {
  ready: GettingReady;
  profile: Profile;
  /** The game account of an undecided practice attempt. */
  practisedAs: string | null;
  onPractise: () => void;
}) {
  const [open, setOpen] = useState<'name' | 'account' | null>(null);
  const close = () => setOpen(null);
  useFetchedEarly(NameDialog);
  useFetchedEarly(GetReadyDialog);
  const epicId = practisedAs ?? ready.epicId;
  const isChecked = epicId !== null;
  // Also skipped while the handle can't be changed, such as after an administrator removed one.
  const hasName = profile.isHandleChosen || profile.handleChangeFrom !== null;
  const steps: readonly Step[] = [
    {
      title: 'Pick your gamertag',
      text: hasName ? `You are ${profile.inPublic.handle}` : 'The name that boards show',
      isDone: hasName,
      press: { label: 'Pick my gamertag', onPress: () => setOpen('name') },
    },
    {
      title: `Check your ${theGame.account.label}`,
      text: epicId ? `${epicId} was found` : theGame.account.shortHint,
      isDone: isChecked,
      press: { label: `Check my ${theGame.account.label}`, onPress: () => setOpen('account') },
    },
    {
      title: 'Practise once, if you like',
      text: 'One match, no fee, no coins',
      isDone: false,
      ...(isChecked && { press: { label: 'Practise', onPress: onPractise } }),
    },
    { title: 'Choose a challenge', text: 'You pay the fee only then', isDone: false },
  ];
  const next = steps.slice(0, 2).find(({ isDone }) => !isDone);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4">
        <div className="wrap-anywhere">
          <h2 className="text-xl">Get ready</h2>
          <p className="mt-1 text-muted text-sm">Takes two minutes. No commitment.</p>
        </div>
        <Button size="sm" onClick={() => ready.note({ isSkipped: true })}>
          Skip
        </Button>
      </div>
      <ol className="grid grow" aria-label="Before your first challenge">
        {steps.map((step) => (
          <StepLine key={step.title} step={step}>
            {step !== next && !step.isDone && step.press && (
              <Button size="sm" aria-label={step.press.label} onClick={step.press.onPress}>
                {step.press.label.split(' ')[0]}
              </Button>
            )}
          </StepLine>
        ))}
      </ol>
      {next?.press ? (
        <Button full onClick={next.press.onPress}>
          {next.press.label}
        </Button>
      ) : (
        <SectionLink to="/home#challenges" className={buttonClass({ full: true })}>
          Choose a challenge
        </SectionLink>
      )}
      {open === 'name' && <NameDialog profile={profile} epicId={epicId} onClose={close} />}
      {open === 'account' && <GetReadyDialog onClose={close} />}
    </>
  );
}

function StepLine({ step: { title, text, isDone }, children }: { step: Step; children: ReactNode }) {
  return (
    <li className="grid min-h-16 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-line-soft border-b py-2.5 last:border-b-0">
      {isDone ? (
        <Check size={20} strokeWidth={2.6} className="text-win" aria-label="Done:" />
      ) : (
        <Circle size={20} className="text-faint" aria-hidden="true" />
      )}
      <span className="min-w-0">
        <span className="wrap-anywhere block font-display font-semibold leading-snug">{title}</span>
        <span className="block truncate text-muted text-sm leading-snug">{text}</span>
      </span>
      {children}
    </li>
  );
}
