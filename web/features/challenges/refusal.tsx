// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Game } from '../../../contract/games/game.ts';
import { theGame } from '../../../contract/games/games.ts';
import { ApiError } from '../../lib/api.ts';
import { useSettings } from '../../lib/settings.ts';
import { Notice } from '../../ui/panels.tsx';
import { Reference } from '../../ui/reference.tsx';
import { startFailure } from './api.ts';
import { type NextStep, refusalText } from './refusal-text.ts';
import { GameAccountSketch, PublicStatsSketch } from './settings-sketches.tsx';

/** Actions of steps that stay on the screen that shows the refusal. */
export interface Ways {
  onChooseAgain?: () => void;
  onLeave?: () => void;
  onUseAccount?: (epicId: string) => void;
}

/** Why the challenge did not start, what was not lost, and the one thing to do next. Stays until the next try. */
export function Refusal({
  error,
  game = theGame,
  isPractice = false,
  ways,
}: {
  error: Error;
  game?: Game;
  isPractice?: boolean;
  ways: Ways;
}) {
  const { code, status = 0, data } = error instanceof ApiError ? error : { code: undefined };
  const text = refusalText(code, data, game);
  // Without a clear answer it is unknown whether the fee was taken; the key makes a second try safe.
  const isUnclear = error instanceof ApiError && isWithoutAnswer(code, status);
  return (
    <Notice title={text?.title ?? (isPractice ? 'Practice not started' : 'Challenge not started')}>
      <p>{startFailure(error)}</p>
      {isUnclear && (
        <p className="mt-1">
          {isPractice
            ? 'Press Start practice again. It can’t start twice.'
            : 'Press Enter Challenge again. You never pay the fee twice.'}
        </p>
      )}
      <Reference error={error} onlyFaults className="justify-start" />
      {text && <Next step={text.next} game={game} ways={ways} />}
    </Notice>
  );
}

function isWithoutAnswer(code: ErrorCode | undefined, status: number): boolean {
  const isClear = code && code !== 'internal';
  return !isClear && (status === 0 || status >= 500);
}

const look = 'mt-2 inline-block font-semibold text-text underline underline-offset-4 hover:text-gold';

/** Buttons that try again are in the refused form, and submit it again. */
export function Next({ step, game, ways }: { step: NextStep; game: Game; ways: Ways }) {
  const support = useSettings()?.supportEmail;
  switch (step.kind) {
    case 'link':
      return (
        <Link to={step.to} className={look}>
          {step.label}
        </Link>
      );
    case 'support':
      return support ? (
        <a className={look} href={`mailto:${support}`}>
          Contact support: {support}
        </a>
      ) : (
        <p className="mt-2 font-semibold text-text">{step.otherwise}</p>
      );
    case 'try-again':
      return (
        <button type="submit" className={look}>
          Try again
        </button>
      );
    case 'choose-again':
      return <Press onPress={ways.onChooseAgain}>{step.label}</Press>;
    case 'leave':
      return <Press onPress={ways.onLeave}>{step.label}</Press>;
    case 'use-account':
      return <Press onPress={() => ways.onUseAccount?.(step.epicId)}>Use {step.epicId}</Press>;
    case 'show':
      return (
        <details onToggle={({ currentTarget }) => void currentTarget.scrollIntoView({ block: 'nearest' })}>
          <summary className={`${look} cursor-pointer`}>{step.label}</summary>
          <div className="mt-3">
            {step.picture === 'account' ? <GameAccountSketch game={game.id} /> : <PublicStatsSketch />}
          </div>
        </details>
      );
  }
}

function Press({ onPress, children }: { onPress: (() => void) | undefined; children: ReactNode }) {
  return (
    <button type="button" className={look} onClick={onPress}>
      {children}
    </button>
  );
}
