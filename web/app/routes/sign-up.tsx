// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { EntryFrame } from '../entry-frame.tsx';
import { pageMeta } from '../page-meta.ts';
import { ProviderButtons } from '../provider-buttons.tsx';
import { useLeadOn } from '../use-lead-on.ts';

export const meta = () => pageMeta({ title: 'Sign up', path: '/signup' });

export default function SignUp() {
  useLeadOn();
  return (
    <EntryFrame>
      <h1 className="text-[clamp(2.2rem,4.6vw,3.6rem)]">
        Your first match <span className="text-gold">starts here.</span>
      </h1>
      <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">
        No new password: an account you already have opens the door, and the first challenge is two clicks
        away.
      </p>
      <Card className="mt-7 max-w-md" inside="grid gap-4 p-5 sm:p-6">
        <h2 className="text-xl">Sign Up to Continue</h2>
        <ProviderButtons labels={{ google: 'Sign Up With Gmail', discord: 'Sign Up With Discord' }} />
        <p className="text-muted text-sm">
          Already have an account?{' '}
          <Link to="/signin" className="font-semibold text-text underline underline-offset-4">
            Sign In
          </Link>
        </p>
      </Card>
    </EntryFrame>
  );
}
