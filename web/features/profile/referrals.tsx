// SPDX-License-Identifier: Apache-2.0

import type { ComponentType, ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { TextField } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { PagePart } from '../../ui/page.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';

/** Site root plus `/referrals/{code}` (product specification, section 2.12). */
export function referralLink(origin: string, code: string): string {
  return `${origin}/referrals/${encodeURIComponent(code)}`;
}

/** What the feature of referrals shows here; features do not know each other. */
export interface ReferralParts {
  /** What the invitation brings, and the ways to pass it on. */
  Invitation: ComponentType<{ code: string; link: string }>;
  /** The invited players. */
  invited: ReactNode;
}

export function Referrals({ profile, Invitation, invited }: { profile: Profile } & ReferralParts) {
  const link = referralLink(window.location.origin, profile.referralCode);
  return (
    <PagePart title="Referrals">
      <TextField
        label="Referral link"
        className="[&_input]:text-ellipsis max-sm:[&_input]:text-sm"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        trailing={
          <Button
            className="max-sm:px-4"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copyText(link, 'Referral link copied!', 'Failed to copy')}
          >
            <span className="max-sm:sr-only">Copy</span>
          </Button>
        }
      />
      <Invitation code={profile.referralCode} link={link} />
      <Stats>
        <Stat label="Invited Users" hint="Signed up with your link">
          {formatAmount(profile.invitedUsersCount)}
        </Stat>
        <Stat label="Total Referrals" hint="Finished a first challenge">
          {formatAmount(profile.totalReferrals)}
        </Stat>
      </Stats>
      {invited}
    </PagePart>
  );
}
