// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Trash2 } from '../../ui/icons/trash-2.ts';
import { PagePart } from '../../ui/page.tsx';
import { DataExport } from './data-export.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { Offer } from './offer.tsx';

/** The player's rights: a copy of everything, and the deletion of the account. */
export function YourData({ profile }: { profile: Profile }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div id="your-data" className="scroll-mt-24">
      <PagePart title="Your Data">
        <Card>
          <DataExport />
          <Offer
            title="Delete account"
            text="Removes who you are from this site for good. You are asked again before anything happens."
            action={
              <Button
                kind="danger"
                icon={<Trash2 size={18} aria-hidden="true" />}
                onClick={() => setDeleting(true)}
              >
                Delete my account
              </Button>
            }
          />
        </Card>
        <DeleteAccountDialog open={isDeleting} onClose={() => setDeleting(false)} profile={profile} />
      </PagePart>
    </div>
  );
}
