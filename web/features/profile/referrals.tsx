// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { formatAmount } from '../../lib/format.ts';
import { useSettings } from '../../lib/settings.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { TextField } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Share2 } from '../../ui/icons/share-2.ts';
import { PagePart } from '../../ui/page.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';

/** Site root plus `/referrals/{code}` (product specification, section 2.12). */
export function referralLink(origin: string, code: string): string {
  return `${origin}/referrals/${encodeURIComponent(code)}`;
}

/** `invited`: the invited players, rendered by the feature that knows them; features do not know each other. */
export function Referrals({ profile, invited }: { profile: Profile; invited: ReactNode }) {
  const link = referralLink(window.location.origin, profile.referralCode);
  const copy = () => void copyText(link, 'Referral link copied!', 'Failed to copy');
  return (
    <PagePart title="Referrals">
      <TextField
        label="Referral link"
        className="[&_input]:text-ellipsis max-sm:[&_input]:text-sm"
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        hint="Friends who sign up with it count as invited by you, and as referrals after a first finished challenge."
        trailing={
          <>
            <Button className="max-sm:px-4" icon={<Copy size={18} aria-hidden="true" />} onClick={copy}>
              <span className="max-sm:sr-only">Copy</span>
            </Button>
            <ShareButton link={link} onFail={copy} />
          </>
        }
      />
      <Stats>
        <Stat label="Total Referrals">{formatAmount(profile.totalReferrals)}</Stat>
        <Stat label="Invited Users">{formatAmount(profile.invitedUsersCount)}</Stat>
      </Stats>
      {invited}
    </PagePart>
  );
}

/** The device's share dialog, if there is one. `onFail` if it does not work; closing it is no failure. */
function ShareButton({ link, onFail }: { link: string; onFail: () => void }) {
  const brand = useSettings()?.brandName ?? '';
  if (!('share' in navigator)) return null;
  async function share(): Promise<void> {
    try {
      await navigator.share({ title: brand, text: `Play with me on ${brand}`, url: link });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) onFail();
    }
  }
  return (
    <Button
      className="max-sm:px-4"
      icon={<Share2 size={18} aria-hidden="true" />}
      onClick={() => void share()}
    >
      <span className="max-sm:sr-only">Share</span>
    </Button>
  );
}
