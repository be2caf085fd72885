// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { FirstLine } from '../first-line.tsx';
import { ProofLine } from '../landing/proof-line.tsx';
import { WelcomeCoins } from '../landing/welcome-coins.tsx';
import { WelcomeFrame } from '../landing/welcome-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useGreeting } from '../use-greeting.ts';
import { useLeadOn } from '../use-lead-on.ts';

export const meta = () => pageMeta({ title: 'Sign up', isGreeting: true, path: '/signup' });

export default function SignUp() {
  const { howItGoes } = useGreeting();
  useLeadOn();
  return (
    <WelcomeFrame
      wayIn={
        <>
          <h2 className="text-xl">Sign Up to Continue</h2>
          <WelcomeCoins />
          <ProviderButtons labels={{ google: 'Sign Up With Gmail', discord: 'Sign Up With Discord' }} />
          <p className="text-muted text-sm">
            Already have an account?{' '}
            <Link to="/signin" className="font-semibold text-text underline underline-offset-4">
              Sign In
            </Link>
          </p>
        </>
      }
    >
      <FirstLine className="text-[clamp(2.1rem,5.4vw,4rem)]" />
      <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">{howItGoes} No new password.</p>
      <ProofLine className="mt-3" />
    </WelcomeFrame>
  );
}
