// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { useParams } from 'react-router';
import { InvitationPlace, InvitationTerms } from '../../features/referrals/invitation-terms.tsx';
import { deviceStorage } from '../../lib/device-storage.ts';
import { readToken, referralCodeKey, useHydrated, useToken } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { brandName } from '../brand.ts';
import { EntryFrame } from '../entry-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { ProviderButtons } from '../provider-buttons.tsx';

export const meta = () =>
  pageMeta({
    title: 'You were invited',
    description: 'Play one Solo match under clear conditions, and win Gamer Coins that buy gift cards.',
    image: '/og/invitation.jpg',
  });

export default function Referral() {
  const { code = '' } = useParams();
  // One page is prerendered for all codes.
  const isHydrated = useHydrated();
  const brand = useSettings()?.brandName ?? brandName;

  const isPlayer = useToken() !== null;

  useEffect(() => {
    // Anyone who plays already cannot be invited, and must not count the next person who signs up here either.
    if (!readToken()) deviceStorage.setItem(referralCodeKey, code);
  }, [code]);

  return (
    <EntryFrame>
      <h1 className="text-[clamp(2.4rem,5.4vw,4.4rem)]">You were invited</h1>
      <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">
        {isPlayer
          ? 'You are signed in already, and a code counts at the first sign-up only. Is this your own link? Then pass it on: it is for your friends.'
          : `A friend plays on ${brand} and wants you inside the ring: one Solo match, clear conditions, and proof with every result.`}
      </p>
      <Card className="mt-7 max-w-md" inside="grid gap-5 p-5 sm:p-6">
        <dl className="flex flex-wrap items-center justify-between gap-3">
          <dt className="text-muted text-sm">Referral code</dt>
          <dd className="cut cut-sm break-all bg-ink-3 px-4 py-2 font-display font-semibold text-gold text-xl tracking-wide">
            {isHydrated ? code : <Skeleton className="my-1 h-5 w-24" />}
          </dd>
        </dl>
        {isHydrated ? !isPlayer && <InvitationTerms code={code} /> : <InvitationPlace />}
        {isPlayer ? (
          <div className="grid gap-3">
            <ButtonLink kind="main" to="/home">
              To the Challenges
            </ButtonLink>
            <ButtonLink to="/profile">My Profile</ButtonLink>
          </div>
        ) : (
          <ProviderButtons
            code={code}
            labels={{ google: 'Continue with Google', discord: 'Continue with Discord' }}
          />
        )}
      </Card>
    </EntryFrame>
  );
}
