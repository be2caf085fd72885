// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import { GetReadyDialog } from '../../features/challenges/entry-dialogs.ts';
import type { GettingReady } from '../../features/challenges/getting-ready.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Check } from '../../ui/icons/check.ts';
import { Circle } from '../../ui/icons/circle.ts';
import { useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { SectionLink } from '../shell/section-link.tsx';

/** What a new player does before the first challenge; it may be skipped. */
export function GetReady({
  ready,
  practisedAs,
  onPractise,
}: {
  ready: GettingReady;
  /** The Epic ID of a practice attempt that was not decided. */
  practisedAs: string | null;
  onPractise: () => void;
}) {
  const [isChecking, setChecking] = useState(false);
  useFetchedEarly(GetReadyDialog);
  const epicId = practisedAs ?? ready.epicId;
  const isChecked = epicId !== null;
  const steps: { title: string; text: string; isDone: boolean; action?: ReactNode }[] = [
    {
      title: 'Check your Epic ID',
      text: epicId ? `${epicId} was found` : 'Your Epic Games display name',
      isDone: isChecked,
    },
    {
      title: isChecked ? 'Your stats are public' : 'Make your stats public',
      text: isChecked ? 'Keep them so while you play' : 'We show you where to click',
      isDone: isChecked,
    },
    {
      title: 'Practise once, if you like',
      text: 'One match, no fee, no coins',
      isDone: false,
      action: isChecked && (
        <Button size="sm" onClick={onPractise}>
          Practise
        </Button>
      ),
    },
    { title: 'Choose a challenge', text: 'The fee is taken only then', isDone: false },
  ];
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="text-xl">Get ready</h2>
          <p className="mt-1 text-muted text-sm">Two minutes. The check binds nothing.</p>
        </div>
        <Button size="sm" onClick={() => ready.note({ isSkipped: true })}>
          Skip
        </Button>
      </div>
      <ol className="grid" aria-label="Before your first challenge">
        {steps.map(({ title, text, isDone, action }) => (
          <li
            key={title}
            className="grid min-h-16 grid-cols-[1.25rem_1fr_auto] items-center gap-x-3.5 border-line-soft border-b py-2.5 last:border-b-0"
          >
            {isDone ? (
              <Check size={20} strokeWidth={2.6} className="text-win" aria-label="Done:" />
            ) : (
              <Circle size={20} className="text-faint" aria-hidden="true" />
            )}
            <span className="min-w-0">
              <span className="block font-display font-semibold leading-snug">{title}</span>
              <span className="block truncate text-muted text-sm leading-snug">{text}</span>
            </span>
            {action}
          </li>
        ))}
      </ol>
      {isChecked ? (
        <SectionLink to="/home#challenges" className={buttonClass({ full: true })}>
          Choose a challenge
        </SectionLink>
      ) : (
        <Button full onClick={() => setChecking(true)}>
          Check my Epic ID
        </Button>
      )}
      {isChecking && <GetReadyDialog onClose={() => setChecking(false)} />}
    </>
  );
}
