// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import { Link, useMatch, useParams, useSearchParams } from 'react-router';
import { canStore, deviceStorage, storageFailed } from '../../lib/device-storage.ts';
import { offeredGames } from '../../lib/offered-games.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { referralCodeKey, useHydrated } from '../../lib/session.ts';
import { useIsSessionLeft } from '../../lib/session-ends.ts';
import { useSettings } from '../../lib/settings.ts';
import { brandName } from '../brand.ts';
import { FirstLine } from '../first-line.tsx';
import { LandingSections } from '../landing/landing-sections.tsx';
import { PromiseFacts } from '../landing/promise-facts.tsx';
import { questionsOf } from '../landing/questions.ts';
import { useLanding } from '../landing/use-landing.ts';
import { WelcomeFrame } from '../landing/welcome-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { ProviderButtons } from '../provider-buttons.tsx';
import { SignInErrorText } from '../sign-in-error.tsx';
import { useGreeting } from '../use-greeting.ts';
import { useLeadOn } from '../use-lead-on.ts';

export const meta = () => [
  ...pageMeta({ path: '/' }),
  {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: brandName, url: `${publicAddress}/` },
        {
          '@type': 'FAQPage',
          mainEntity: questionsOf(offeredGames()).map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ],
    },
  },
];

export default function SignIn() {
  const { howItGoes } = useGreeting();
  const { code } = useParams();
  const isLanding = useMatch('/') !== null;
  const landing = useLanding();
  const brand = useSettings()?.brandName ?? brandName;

  useEffect(() => {
    if (code) deviceStorage.setItem(referralCodeKey, code);
  }, [code]);
  useLeadOn();

  return (
    <WelcomeFrame
      more={isLanding && <LandingSections />}
      wayIn={
        <>
          <h2 className="text-xl">SignIn to Continue</h2>
          <SignInError />
          <Farewell />
          <LogoutUnderway />
          <StorageMissing />
          <ProviderButtons
            code={code}
            labels={{ google: 'Continue With Gmail', discord: 'Continue With Discord' }}
          />
          <p className="text-muted text-sm">
            New here?{' '}
            <Link to="/signup" className="font-semibold text-text underline underline-offset-4">
              Sign Up
            </Link>
          </p>
        </>
      }
    >
      <p className="font-display font-semibold text-lg text-storm-soft">Welcome to {brand}</p>
      <FirstLine className="mt-2 text-[clamp(2.1rem,5.4vw,4rem)]" />
      <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">{howItGoes}</p>
      {isLanding && <PromiseFacts landing={landing} />}
    </WelcomeFrame>
  );
}

/** Confirms that an account was deleted. */
function Farewell() {
  const isHydrated = useHydrated();
  const notice = useSearchParams()[0].get('notice');
  if (!isHydrated || notice !== 'account_deleted') return null;
  return (
    <p role="status" className="border-storm border-l-2 bg-storm-panel px-4 py-3 text-sm text-soft">
      Your account is deleted. Thank you for playing.
    </p>
  );
}

/** Shown after a logout that hasn't reached the server yet. */
function LogoutUnderway() {
  if (!useIsSessionLeft()) return null;
  return (
    <p role="status" className="border-gold border-l-2 bg-gold-panel px-4 py-3 text-sm text-soft">
      You’re signed out here, but we couldn’t reach the server yet. We keep trying, at the latest on your next
      visit.
    </p>
  );
}

/** Without storage, a sign-in would return here without an explanation. */
function StorageMissing() {
  const isHydrated = useHydrated();
  const [isMissing] = useState(() => typeof window !== 'undefined' && !canStore());
  if (!isHydrated || !isMissing) return null;
  return (
    <p role="alert" className="border-loss border-l-2 bg-loss-panel px-4 py-3 text-sm text-soft">
      {storageFailed}
    </p>
  );
}

/** Why the last sign-in failed. Its texts load only when needed. */
function SignInError() {
  const isHydrated = useHydrated();
  const code = useSearchParams()[0].get('error');
  if (!isHydrated || !code) return null;
  return (
    <p role="alert" className="min-h-11 border-loss border-l-2 bg-loss-panel px-4 py-3 text-sm text-soft">
      <SignInErrorText code={code} />
    </p>
  );
}
