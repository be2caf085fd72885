import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ErrorCode } from '../../../contract/errors.ts';
import { ApiError } from '../../lib/api.ts';
import { useSettings } from '../../lib/settings.ts';
import { Notice } from '../../ui/panels.tsx';
import { Reference } from '../../ui/reference.tsx';
import { startFailure } from './api.ts';

const titles: Partial<Record<ErrorCode, string>> = {
  insufficient_coins: 'Not enough coins',
  attempt_active: 'One challenge at a time',
  epic_account_active: 'This Epic account is playing already',
  epic_id_unknown: 'Epic ID not found',
  stats_private: 'Your stats are private',
  epic_account_taken: 'Epic account of another player',
  epic_account_differs: 'Another Epic account than before',
  challenge_inactive: 'Challenge closed',
  entry_fee_changed: 'Another entry fee',
  stats_unavailable: 'Statistics out of reach',
  readings_busy: 'Too busy right now',
};

/** Why the challenge did not start, what was not lost, and where to go from here. Stays until the next try. */
export function Refusal({ error }: { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined;
  // Without a clear answer nobody knows whether the fee was taken; the key makes a second try safe.
  const isClear = code && code !== 'internal';
  const isUnclear = error instanceof ApiError && !isClear && (error.status === 0 || error.status >= 500);
  return (
    <Notice title={(code && titles[code]) ?? 'Challenge not started'}>
      <p>{startFailure(error)}</p>
      {isUnclear && <p className="mt-1">Press Enter Challenge again: the entry fee is never taken twice.</p>}
      <Reference error={error} onlyFaults className="justify-start" />
      <NextStep code={code} />
    </Notice>
  );
}

function NextStep({ code }: { code: ErrorCode | undefined }) {
  const support = useSettings()?.supportEmail;
  if (code === 'insufficient_coins') return <Way to="/trade-coins?for=challenge">Buy Coins Now</Way>;
  if (code === 'attempt_active' || code === 'epic_account_active') {
    return <Way to="/past-challenges">Check Past Challenges</Way>;
  }
  if (support && (code === 'epic_account_taken' || code === 'epic_account_differs')) {
    return (
      <a className={wayClass} href={`mailto:${support}`}>
        Contact support: {support}
      </a>
    );
  }
  return null;
}

const wayClass = 'mt-2 inline-block font-semibold text-text underline underline-offset-4 hover:text-gold';

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={wayClass}>
      {children}
    </Link>
  );
}
