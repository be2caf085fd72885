// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useEffect, useRef } from 'react';
import type { Game } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { rulesOf, termLines } from '../../../contract/games/rules.ts';
import { formatAmount } from '../../lib/format.ts';
import { useSettings } from '../../lib/settings.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/panels.tsx';
import { AccountField } from './account-field.tsx';
import { Refusal } from './refusal.tsx';
import { startWindow } from './start-window.ts';
import type { Entry } from './use-entry.ts';

/** Step 2: the terms (product specification, section 9), then the game account. */
export function TermsStep({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { fee, isStarting, dispatch } = entry;
  const { hasAccepted, errors } = entry.state;
  const begin = useRef<HTMLDivElement>(null);
  // The button that led here is gone, so the focus moves to the terms.
  useEffect(() => begin.current?.focus({ preventScroll: true }), []);
  const refund = `${formatAmount(fee - Math.floor(fee / 10))} of ${formatAmount(fee)} GC`;
  return (
    <div className="grid gap-5">
      <div ref={begin} tabIndex={-1} className="grid gap-5 outline-none">
        <Terms refund={refund} game={gameOf(entry.challenge)} lines={termLines(entry.challenge)} />
      </div>
      <TimeScale />
      <Notice tone="gold" title="Play right away">
        Start your match within 5 minutes. One that starts within 40 minutes still counts. Without a match in
        time, you get back {refund} once your stats confirm it.
      </Notice>
      <Checkbox
        checked={hasAccepted}
        onChange={(accepted) => dispatch({ type: 'accept-terms', hasAccepted: accepted })}
        error={errors.terms}
        disabled={isStarting}
      >
        I accept the terms and conditions
      </Checkbox>
      {hasAccepted && <WhoPlays entry={entry} onClose={onClose} />}
    </div>
  );
}

export function TimeScale() {
  const scale = useSettings()?.challengeTimeScale ?? 1;
  return (
    scale !== 1 && (
      <Notice tone="storm">
        Sandbox: time runs {formatAmount(scale)} times faster, so a minute takes {formatAmount(60 / scale)} s.
        You have {startWindow(scale)} to start a match.
      </Notice>
    )
  );
}

/** The game account, and why an entry with it was refused. */
export function WhoPlays({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { challenge, epicId, refusal, isStarting, dispatch } = entry;
  const game: Game = gameOf(challenge);
  const type = (next: string) => dispatch({ type: 'type-account', epicId: next });
  return (
    <>
      <AccountField
        game={game}
        value={epicId}
        onChange={type}
        error={entry.state.errors.epicId}
        readOnly={isStarting}
      />
      {refusal && !isStarting && (
        <Refusal
          error={refusal}
          game={game}
          isPractice={entry.isPractice}
          ways={{ onChooseAgain: entry.goBack, onLeave: onClose, onUseAccount: type }}
        />
      )}
    </>
  );
}

/**
 * @param refund the part of the fee that is returned if no match was started, in words
 * @param lines terms of the game
 */
function Terms({ refund, game, lines }: { refund: string; game: Game; lines: readonly string[] }) {
  return (
    <>
      {game.hidesStats && (
        <Term title="Stats Visibility">
          <li>Your game stats must be public from entry until your result is in.</li>
          <li>
            With non-public stats, coins are deducted and no reward is given: if they are found private twice,
            at least 10 minutes apart, the challenge is lost.
          </li>
        </Term>
      )}
      <Term title="Challenge Rules">
        <li>Start a Classic match within 5 minutes of entry.</li>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>The full match must be completed.</li>
        <li>Cheating means disqualification and forfeiture of the entry fee.</li>
      </Term>
      <Term title="Refund Policy">
        <li>
          If no match is started within 40 minutes, the entry fee is refunded minus a 10% processing fee:{' '}
          {refund}.
        </li>
        <li>No refund after a match starts.</li>
        <li>
          We refund cancelled attempts: in full when the game stats fail, minus the processing fee when we
          can’t tell which of several matches counted.
        </li>
        <li>Refunds take up to 3 business days; most arrive instantly.</li>
      </Term>
      <Disclaimer game={game} />
    </>
  );
}

export function Disclaimer({ game }: { game: Game }) {
  const { disclaimer } = rulesOf(game.id);
  return disclaimer && <p className="text-muted text-xs">{disclaimer}</p>;
}

export function Term({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-soft text-sm marker:text-storm">{children}</ul>
    </section>
  );
}
