// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { headPlace } from '../../../contract/page-head.ts';
import {
  InvitationPlace,
  InvitationTerms,
  InviterTerms,
} from '../../features/referrals/invitation-terms.tsx';
import { type FoundInvitation, useInvitation } from '../../features/referrals/use-invitation.ts';
import { deviceStorage } from '../../lib/device-storage.ts';
import { readToken, referralCodeKey, useHydrated, useToken } from '../../lib/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FirstLine } from '../first-line.tsx';
import { useLanding } from '../landing/use-landing.ts';
import { WelcomeFrame } from '../landing/welcome-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useGreeting } from '../use-greeting.ts';

export const meta = () =>
  pageMeta({ title: 'Invitation', isGreeting: true, isNamed: true, image: '/og/invitation.jpg' });

export default function Referral() {
  const { howItGoes } = useGreeting();
  const { code = '' } = useParams();
  // One page is prerendered for all codes.
  const isHydrated = useHydrated();
  const isPlayer = useToken() !== null;
  const found = useInvitation(code);
  const welcomeGC = useLanding()?.welcomeGC ?? 0;
  useKeptCode(code, found.isUnknown);

  return (
    <WelcomeFrame
      wayIn={
        <>
          {isHydrated ? (
            !isPlayer && <InvitationTerms code={code} found={found} welcomeGC={welcomeGC} />
          ) : (
            <InvitationPlace />
          )}
          {isPlayer ? (
            <div className="grid gap-3">
              <p className="text-soft">
                You’re already signed in, and a code counts only at sign-up. If this is your link, share it
                with friends.
              </p>
              <ButtonLink kind="main" to="/home">
                To the Challenges
              </ButtonLink>
              <ButtonLink to="/profile">My Profile</ButtonLink>
            </div>
          ) : (
            <>
              <ProviderButtons
                code={found.isUnknown ? '' : code}
                labels={{ google: 'Continue with Google', discord: 'Continue with Discord' }}
              />
              <InviterTerms code={code} found={found} />
            </>
          )}
        </>
      }
    >
      <p className="min-h-7 font-display font-semibold text-lg text-storm-soft">
        <Greeting found={found} />
      </p>
      <FirstLine className="mt-2 text-[clamp(2.1rem,5.4vw,4rem)]" />
      <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">{howItGoes}</p>
    </WelcomeFrame>
  );
}

/** Shows a greeting only for a valid code. The server fills it in before any script runs (contract/page-head.ts). */
function Greeting({ found: { invitation, isUnknown } }: { found: FoundInvitation }) {
  if (invitation) return 'You were invited';
  if (isUnknown) return 'Welcome';
  return <span suppressHydrationWarning>{import.meta.env.SSR ? headPlace('heading', '') : ''}</span>;
}

/** Stores the code for the first sign-up, unless the code is invalid. */
function useKeptCode(code: string, isUnknown: boolean): void {
  useEffect(() => {
    // Existing players can't be invited, and their code must not count for the next person who signs up here.
    if (readToken()) return;
    if (!isUnknown) deviceStorage.setItem(referralCodeKey, code);
    else if (deviceStorage.getItem(referralCodeKey) === code) deviceStorage.removeItem(referralCodeKey);
  }, [code, isUnknown]);
}
