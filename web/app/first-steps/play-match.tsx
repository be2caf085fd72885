// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { isActiveStatus } from '../../features/challenges/attempt-summary.ts';
import { challengeName, displayType } from '../../features/challenges/challenge-type.ts';
import { plural } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Swords } from '../../ui/icons/swords.ts';
import { Status } from '../../ui/status.tsx';
import { type Match, playMatch } from './api.ts';

/** Meets no challenge's conditions. */
const losing: Match = { placement: 60, kills: 0 };

function winning(attempt: Attempt): Match {
  const variant = toVariant(attempt);
  return variant ? { placement: variant.requiredPlacement, kills: variant.requiredKills } : losing;
}

const inWords = ({ placement, kills }: Match) => `place ${placement}, ${plural(kills, 'kill')}`;

/**
 * Plays the match that decides the running challenge, with one click. @param attempt the newest one; null if there is
 * none
 */
export function PlayMatch({
  url,
  attempt,
}: {
  url: string | undefined;
  attempt: Attempt | null | undefined;
}) {
  const play = useAction(async (match: Match) => {
    if (!url || !running) return;
    await playMatch(url, running.epicId, match);
    return { match, attemptId: running._id };
  });
  const running = attempt && isActiveStatus(attempt.status) ? attempt : undefined;
  const played = running && play.data?.attemptId === running._id ? play.data.match : undefined;
  const isClosed = !running || !url || played !== undefined;
  const press = (match: Match) => !isClosed && void play.run(match);
  return (
    <div className="grid gap-3">
      <p className="min-h-11 text-sm" role="status">
        {play.error ? (
          <span className="text-loss">
            <FailureText error={play.error} />
          </span>
        ) : played ? (
          <span className="text-soft">Played: {inWords(played)}. The result takes a few seconds.</span>
        ) : (
          <Subject attempt={attempt} running={running} />
        )}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button
          kind={isClosed ? 'ghost' : 'main'}
          icon={<Swords size={17} aria-hidden="true" className="max-xl:hidden" />}
          // `aria-disabled`, because `disabled` would take the focus from the pressed button.
          {...(isClosed && { 'aria-disabled': true })}
          busy={play.isPending && 'Playing...'}
          onClick={() => press(running ? winning(running) : losing)}
        >
          Win it
        </Button>
        <Button
          {...((isClosed || play.isPending) && { 'aria-disabled': true })}
          onClick={() => !play.isPending && press(losing)}
        >
          Lose it
        </Button>
      </div>
    </div>
  );
}

/** The challenge that the match will decide, or how the newest attempt ended. */
function Subject({
  attempt,
  running,
}: {
  attempt: Attempt | null | undefined;
  running: Attempt | undefined;
}) {
  if (running) {
    return (
      <span className="wrap-anywhere text-soft">
        {challengeName(running.challenge)}: {displayType(running.challengeType)}, as {running.epicId}
      </span>
    );
  }
  if (!attempt) return <span className="text-muted">Enter a challenge first.</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted">
      Your last attempt: <Status status={attempt.status} />
      {attempt.status === 'CANCELLED' && 'Enter another and play in time.'}
    </span>
  );
}
