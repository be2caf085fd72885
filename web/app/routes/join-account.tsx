// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  providerNames,
  type SignInProviderName,
  signInProviders,
  signInsApi,
} from '../../../contract/sign-ins.ts';
import { apiBase, call, getMessage } from '../../lib/api.ts';
import { cx } from '../../lib/class-names.ts';
import { takeReturnAddress } from '../../lib/return-address.ts';
import { startSession, useHydrated } from '../../lib/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Mark } from '../../ui/marks.tsx';
import { Notice } from '../../ui/panels.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { SignInErrorText } from '../sign-in-error.tsx';

export const meta = () =>
  pageMeta({ title: 'You already have an account', description: 'Confirm your account.' });

/**
 * Shown after a sign-in whose address belongs to another account. Players confirm by signing in to that one, or start a
 * new one. Uses its own state, since the sign-in pages have no query cache.
 */
export default function JoinAccount() {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  // The prerendered page doesn't know the address, so it reserves room for the choice.
  const asked = isHydrated ? search.get('with') : 'google';
  const owned = signInProviders.find((name) => name === asked);
  const error = isHydrated ? search.get('error') : null;
  return (
    <EntryFrame>
      <h1 className="text-[clamp(2rem,4.2vw,3.4rem)]">You already have an account</h1>
      <Card className="mt-6 max-w-xl" inside="grid gap-5 p-5 sm:p-6">
        {error && (
          <p role="alert" className="border-loss border-l-2 bg-loss-panel px-4 py-3 text-sm text-soft">
            <SignInErrorText code={error} />
          </p>
        )}
        {owned && (
          <div className={cx('grid gap-5', !isHydrated && 'invisible')}>
            <Choice owned={owned} />
          </div>
        )}
        <p className="text-muted text-sm">
          <Link to="/" className="font-semibold text-text underline underline-offset-4">
            Back to sign-in
          </Link>
        </p>
      </Card>
    </EntryFrame>
  );
}

function Choice({ owned }: { owned: SignInProviderName }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const other = signInProviders.find((name) => name !== owned) as SignInProviderName;

  async function separate(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { authToken } = await call(signInsApi.separate, {}, { quiet: true });
      navigate(startSession(authToken) ? takeReturnAddress() : '/', { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <>
      <p className="text-soft">
        An account here uses your e-mail address and signs in with {providerNames[owned]}. Sign in with it
        once more to add {providerNames[other]} to that account.
      </p>
      <a href={`${apiBase}/auth/${owned}?join=1`} className={buttonClass({ kind: owned, full: true })}>
        <Mark of={owned} />
        {owned === 'google' ? 'Continue With Gmail' : 'Continue With Discord'}
      </a>
      <p className="text-soft text-sm">
        Not your account, or no access to it? Start a separate one. It gets no welcome coins while the other
        account uses this address. You can’t join the two later.
      </p>
      {failure !== undefined && <Notice title="No account was made">{getMessage(failure)}</Notice>}
      <Button full busy={isBusy && 'Starting...'} onClick={() => void separate()}>
        Start a separate account
      </Button>
    </>
  );
}
